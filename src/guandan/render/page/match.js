/* The match: steps, and what stands on the table after each of them. */

/** Events that are told in one step with the one before. */
const JOINED = new Set(["CountReported", "WentOut", "CardTurned", "LevelsChanged"]);

/** Ranks from the lowest to the highest where none is the level. */
const RANKS = [..."23456789TJQKA"];

/**
 * Return the steps of a match: for each, how many events have happened after it.
 * Step 0 is the time before the first deal.
 */
function stepsOf(events) {
  const steps = [0];
  events.forEach((event, place) => {
    if (place && JOINED.has(event.event)) steps[steps.length - 1] = place + 1;
    else steps.push(place + 1);
  });
  return steps;
}

/** Return for each deal its number, its level, its first event and the standing before it. */
function dealsOf(events) {
  const deals = [];
  let standing = null;
  events.forEach((event, place) => {
    if (event.event === "LevelsChanged") standing = event.after;
    if (event.event !== "Dealt") return;
    standing ??= { levels: [event.level, event.level], host: null };
    deals.push({ number: event.number, level: event.level, at: place, standing });
  });
  return deals;
}

/** Return the cards of a text such as "S5 H2=S7", each with what it stands for, or null. */
function cardsOf(text) {
  if (!text) return [];
  return text.split(" ").map((word) => {
    const [card, stand = null] = word.split("=");
    return { card, stand };
  });
}

function rankOf(card) {
  return card === "SB" || card === "HR" ? card : card.slice(1);
}

function isWild(card, level) {
  return card === `H${level}`;
}

/** Return a hand from its strongest card to its weakest, as players hold it. */
function sorted(hand, level) {
  const order = [...RANKS.filter((rank) => rank !== level), level, "SB", "HR"];
  const key = (card) =>
    order.indexOf(rankOf(card)) * 10 + (isWild(card, level) ? 5 : "DCHS".indexOf(card[0]));
  return [...hand].sort((one, other) => key(other) - key(one));
}

/** Return what stands after the first `count` events; `deals` are those of `dealsOf`. */
function stateAfter(events, deals, count) {
  const deal = deals.findLast(({ at }) => at < count) ?? null;
  const state = {
    deal,
    standing: deal?.standing ?? deals[0]?.standing ?? null,
    hands: [null, null, null, null],
    counts: [0, 0, 0, 0],
    shown: [null, null, null, null],
    owner: null,
    acting: null,
    trickOver: false,
    out: [],
  };
  for (let place = deal?.at ?? 0; place < count; place += 1) apply(state, events[place]);
  return state;
}

const CHANGES = {
  Dealt(state, { hands }) {
    state.hands = hands.map((hand) => (hand === null ? null : hand.split(" ")));
    state.counts = [27, 27, 27, 27];
    state.acting = null;
  },
  TributeChosen(state, { seat, card }) {
    state.shown[seat] = { chosen: card };
  },
  TributePaid(state, { payer, receiver, card }) {
    give(state, payer, receiver, card);
  },
  ReturnChosen(state, { seat, card }) {
    state.shown[seat] = { chosen: card };
  },
  Returned(state, { seat, receiver, card }) {
    give(state, seat, receiver, card);
  },
  LeadGiven(state) {
    state.trickOver = true;
  },
  Played(state, { seat, play, kind, left }) {
    const cards = cardsOf(play);
    clear(state);
    if (state.hands[seat]) cards.forEach(({ card }) => take(state.hands[seat], card));
    state.counts[seat] = left;
    state.shown[seat] = { cards, kind };
    state.owner = seat;
  },
  Passed(state, { seat }) {
    state.shown[seat] = { passed: true };
  },
  WentOut(state, { seat }) {
    state.out.push(seat);
  },
  TrickWon(state, { leads }) {
    state.trickOver = true;
    state.acting = leads;
  },
  DealOver(state, { finish }) {
    state.out = finish;
    state.acting = null;
  },
  LevelsChanged(state, { after }) {
    state.standing = after;
  },
};

function apply(state, event) {
  if (event.seat !== undefined) state.acting = event.seat;
  CHANGES[event.event]?.(state, event);
}

/** Take the cards of the last trick off the table, once the next one begins. */
function clear(state) {
  if (!state.trickOver) return;
  state.shown = [null, null, null, null];
  state.trickOver = false;
}

function take(hand, card) {
  hand.splice(hand.indexOf(card), 1);
}

function give(state, from, to, card) {
  if (state.hands[from]) take(state.hands[from], card);
  state.hands[to]?.push(card);
  state.counts[from] -= 1;
  state.counts[to] += 1;
  state.shown[from] = { cards: [{ card, stand: null }], kind: null };
  state.acting = from;
}
