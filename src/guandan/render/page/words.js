/* What is told, in the language chosen. */

const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

let language = DATA.language;

/** Return the words of a key, with the values put in. */
function say(key, values = {}) {
  return DATA.words[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function seatName(seat) {
  return DATA.names?.[seat] || say("seat", { seat });
}

function teamName(team) {
  return say("team", { team });
}

function rankText(rank) {
  return rank === "T" ? "10" : rank;
}

const JOKERS = new Set(["SB", "HR"]);

/** Return a card as it is written: among others (`row`) a joker's name is short. */
function cardText(card, where = "row") {
  return JOKERS.has(card) ? say(`${where}.${card}`) : SIGNS[card[0]] + rankText(card.slice(1));
}

/** Return a card of a play; a wild with what it stands for, unless that is its own face or rank. */
function standText({ card, stand }) {
  if (!stand || isOwn(card, stand)) return cardText(card);
  return `${cardText(card)}→${stand.length === 2 ? cardText(stand) : rankText(stand)}`;
}

function isOwn(card, stand) {
  return stand === card || stand === card.slice(1);
}

/** Return a card as it is read out. */
function cardName({ card, stand = null }, level) {
  if (JOKERS.has(card)) return say(`card.${card}`);
  // Numbers stay figures, as in the pictures.
  const rank = (text) => ("JQKA".includes(text) ? say(`rank.${text}`) : rankText(text));
  const face = (text) => say("face", { rank: rank(text.slice(1)), suit: say(`suit.${text[0]}`) });
  if (stand && !isOwn(card, stand)) {
    const meant =
      stand === "*" ? say("wild.any") : stand.length === 2 ? face(stand) : rank(stand);
    return say("wild.as", { card: face(card), stand: meant });
  }
  return isWild(card, level) ? say("wild", { card: face(card) }) : face(card);
}

const TELLERS = {
  CardTurned: ({ card, seat }) => [
    say("turned", { card: cardText(card, "card"), seat: seatName(seat) }),
  ],
  Resisted: ({ payers: [first, second] }) => [
    second === undefined
      ? say("resisted.1", { first: seatName(first) })
      : say("resisted.2", { first: seatName(first), second: seatName(second) }),
  ],
  TributeChosen: ({ seat }) => [say("page.chosen.tribute", { seat: seatName(seat) })],
  TributeLot: ({ seat }) => [say("tribute.lot", { seat: seatName(seat) })],
  TributePaid: ({ payer, receiver, card }) => [
    say("tribute.paid", {
      payer: seatName(payer),
      receiver: seatName(receiver),
      card: cardText(card, "card"),
    }),
  ],
  ReturnChosen: ({ seat }) => [say("page.chosen.return", { seat: seatName(seat) })],
  Returned: ({ seat, receiver, card }) => [
    say("return.given", {
      seat: seatName(seat),
      receiver: seatName(receiver),
      card: cardText(card, "card"),
    }),
  ],
  LeadGiven: ({ seat, why }, place) => [say(leadKey(why, place), { seat: seatName(seat) })],
  Played: ({ seat, play, kind }) => [
    say("page.played", {
      seat: seatName(seat),
      cards: cardsOf(play).map(standText).join(" "),
      kind: say(`kind.${kind}`),
    }),
  ],
  Passed: ({ seat }) => [say("page.passed", { seat: seatName(seat) })],
  CountReported: ({ seat, count }) => [say("reported", { seat: seatName(seat), count })],
  WentOut: ({ seat, place }) => [
    say("out", { seat: seatName(seat), place: say(`place.${place}`) }),
  ],
  TrickWon: ({ seat, leads }) => [
    say(leads === seat ? "trick.won" : leads === (seat ^ 2) ? "trick.partner" : "trick.next", {
      seat: seatName(seat),
      leads: seatName(leads),
    }),
  ],
  DealOver: ({ finish }) => {
    const values = {};
    finish.forEach((seat, place) => {
      values[`place${place + 1}`] = say(`place.${place + 1}`);
      values[`seat${place + 1}`] = seatName(seat);
    });
    return [say(`finish.${finish.length}`, values)];
  },
  LevelsChanged: ({ before, after }) => [0, 1].flatMap((team) => change(before, after, team)),
  MatchOver: ({ winner }) => [
    say("page.sentence", { said: say("match.over", { team: teamName(winner) }) }),
  ],
};

/** Return why a seat leads; after a double tribute also whether the cards were equal. */
function leadKey(why, place) {
  const from = EVENTS.findLastIndex(({ event }, at) => at < place && event === "Dealt");
  const paid = EVENTS.slice(from, place).filter(({ event }) => event === "TributePaid");
  if (why !== "tribute" || paid.length !== 2) return `lead.${why}`;
  const [first, second] = paid.map(({ card }) => rankOf(card));
  if (first !== second) return "lead.tribute_higher";
  return `lead.tribute_equal.${DATA.equal_tribute_lead}`;
}

/** Return what a deal did to a team: a failure on the ace, its level, hosting next. */
function change(before, after, team) {
  const [old, now] = [before.levels[team], after.levels[team]];
  const failures = after.ace_failures[team];
  const hosts = after.host === team && after.winner === null;
  const rose = RANKS.indexOf(now) - RANKS.indexOf(old);
  const values = {
    team: teamName(team),
    level: rankText(now),
    before: rankText(old),
    after: rankText(now),
    count: failures,
  };
  const told = failures > before.ace_failures[team] ? [say("failed", values)] : [];
  if (rose < 0) told.push(say(hosts ? "demoted.hosts" : "demoted", values));
  else if (rose > 0) told.push(say(hosts ? "rise" : "rise.last", values));
  else if (hosts) told.push(say("stay", values));
  return told;
}

/** Return the sentences of an event; `place` is its number in the match. */
function sentences(place) {
  const event = EVENTS[place];
  return event.event === "Dealt" ? [dealHead(event)] : TELLERS[event.event](event, place);
}

/** Return the head of a deal: its number, level and host. */
function dealHead({ number, level, host }) {
  return [
    say("deal", { number }),
    say("level", { level: rankText(level) }),
    host === null ? say("host.none") : say("host", { team: teamName(host) }),
  ].join(" · ");
}

/** Return what is said where the record ends before the match does; null if it does not. */
function stopped() {
  const last = EVENTS.at(-1);
  if (last === undefined) return say("match.stopped.before");
  if (last.event === "MatchOver") return null;
  const within = last.event !== "LevelsChanged";
  return say(`match.stopped.${within ? "within" : "after"}`, { number: DEALS.at(-1).number });
}
