/* The table: what a state looks like. Texts are set as text, so no name can become markup. */

const PLACES = ["bottom", "right", "top", "left"];

function byId(id) {
  return document.getElementById(id);
}

function made(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Return a card drawn from the sprites with these ids, one over the other. */
function drawn(...ids) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("class", "card");
  svg.setAttribute("aria-hidden", "true");
  for (const id of ids) {
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `#${id}`);
    svg.append(use);
  }
  return svg;
}

/** Return the sprites of a card: its face, and what is marked on it. */
function spritesOf({ card, stand = null }, level) {
  const wild = isWild(card, level);
  const ids = [`card-${card}${!wild && rankOf(card) === level ? "-level" : ""}`];
  if (wild) ids.push("mark-wild");
  if (stand && !isOwn(card, stand)) ids.push(`stand-${stand === "*" ? "any" : stand}`);
  return ids;
}

/** Make a fan show these faces, each a list of sprites; only what is new is drawn, which is slow. */
function lay(fan, faces) {
  const keys = faces.map((ids) => ids.join(" "));
  let next = 0;
  const drawUpTo = (end, before) => {
    for (; next < end; next += 1) {
      const face = drawn(...faces[next]);
      face.dataset.face = keys[next];
      fan.insertBefore(face, before);
    }
  };
  for (const face of [...fan.children]) {
    const place = keys.indexOf(face.dataset.face, next);
    if (place < 0) {
      face.remove();
    } else {
      drawUpTo(place, face);
      next = place + 1;
    }
  }
  drawUpTo(keys.length, null);
}

/** Break a hand that does not fit in one row into rows of equal length, but for the last. */
function evenRows(fan) {
  fan.style.maxWidth = "";
  const cards = [...fan.children];
  const rows = new Set(cards.map((card) => card.getBoundingClientRect().top)).size;
  if (rows < 2) return;
  const style = getComputedStyle(cards[0]);
  const covered = -parseFloat(style.marginLeft);
  const step = parseFloat(style.width) - covered;
  // Half a card more: no rounding may push the last card of a row into the next one.
  const wide = (Math.ceil(cards.length / rows) + 0.5) * step + covered;
  fan.style.maxWidth = `${wide}px`;
}

/** Do it for all hands: after each step, and whenever the room for them has changed. */
function evenHands() {
  document.querySelectorAll(".hand").forEach(evenRows);
}

/** Lay cards in a fan, and say in words which they are. */
function fill(fan, cards, level, name) {
  fan.classList.remove("hidden-hand");
  lay(fan, cards.map((card) => spritesOf(card, level)));
  fan.setAttribute("aria-label", name);
}

/** Lay as many backs in a fan. */
function fillBacks(fan, count) {
  lay(fan, Array.from({ length: count }, () => ["card-back"]));
  fan.setAttribute("aria-label", say("page.hidden", { count }));
}

/** Return whether the hands of a seat are open in this view. */
function isOpen(seat, view) {
  return view === "open" || view === seat;
}

/** Show a state as `view` sees it: a seat, null (a spectator) or "open". */
function showTable(state, view) {
  const level = state.deal?.level;
  const bottom = Number.isInteger(view) ? view : 0;
  PLACES.forEach((place, turn) => {
    const seat = (bottom + turn) % 4;
    showSeat(document.querySelector(`.seat[data-place="${place}"]`), state, seat, level, view);
    showAction(document.querySelector(`.action[data-place="${place}"]`), state, seat, level, view);
  });
  evenHands();
}

function showSeat(section, state, seat, level, view) {
  const count = state.counts[seat];
  const place = state.out.indexOf(seat) + 1;
  section.classList.toggle("acting", state.acting === seat);
  section.dataset.seat = seat;
  section.dataset.team = seat % 2;
  const head = [made("span", "name", seatName(seat))];
  head[0].title = seatName(seat); // where a long one has no room
  if (count) head.push(made("span", "count", say("left", { count })));
  if (place) head.push(made("span", "badge", say(`place.${place}`)));
  section.querySelector("h2").replaceChildren(...head);

  const fan = section.querySelector(".hand");
  const hand = isOpen(seat, view) ? state.hands[seat] : null;
  fan.hidden = !count;
  if (hand) {
    const cards = sorted(hand, level).map((card) => ({ card }));
    const names = cards.map((card) => cardName(card, level)).join(", ");
    fill(fan, cards, level, `${say("picture.hand", { count })}: ${names}`);
  } else {
    fan.classList.add("hidden-hand");
    fillBacks(fan, count);
  }
}

/** Show what a seat did last in this trick, or in the tribute. */
function showAction(box, state, seat, level, view) {
  const shown = state.shown[seat];
  box.classList.toggle("owner", state.owner === seat);
  box.classList.toggle("over", state.trickOver && state.owner !== seat);
  if (!shown) return box.replaceChildren();
  if (shown.passed) return box.replaceChildren(made("span", "kind", say("pass")));
  const fan = made("div", "fan");
  fan.setAttribute("role", "img");
  if (shown.cards) {
    const names = shown.cards.map((card) => cardName(card, level)).join(", ");
    fill(fan, shown.cards, level, names);
  } else if (shown.chosen && isOpen(seat, view)) {
    fill(fan, [{ card: shown.chosen }], level, cardName({ card: shown.chosen }, level));
  } else {
    fillBacks(fan, 1);
  }
  const parts = [fan];
  if (shown.kind) {
    const isBomb = /^(bomb|straight_flush|joker_bomb)/.test(shown.kind);
    parts.push(made("span", isBomb ? "kind bomb" : "kind", say(`kind.${shown.kind}`)));
  }
  return box.replaceChildren(...parts);
}

/** Show both teams on the ladder of levels, and the level that is played. */
function showLadder(state) {
  const { standing, deal } = state;
  byId("ladder").replaceChildren(
    ...RANKS.map((rank) => {
      const step = made("li", rank === deal?.level ? "now" : "");
      step.setAttribute("aria-hidden", "true");
      [0, 1].forEach((team) => {
        if (standing?.levels[team] === rank) step.append(made("span", `token team${team}`));
      });
      step.append(made("span", "rank", rankText(rank)));
      return step;
    }),
  );
  const told = [0, 1].map((team) =>
    standing === null
      ? ""
      : say(standing.host === team ? "page.ladder.host" : "page.ladder.team", {
          team: teamName(team),
          level: rankText(standing.levels[team]),
        }),
  );
  byId("levels").textContent = `${say("page.ladder")}: ${told.join("; ")}`;
}
