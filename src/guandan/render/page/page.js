/* The controls: where in the match we are, what is shown, and what the buttons and keys do. */

const STEPS = stepsOf(EVENTS);
const LAST = STEPS.length - 1;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const PACE = 1200; // milliseconds a step takes at speed 1
const LANGUAGES = Object.keys(DATA.words);

/** The views the file can show: one that was made for a seat holds nothing for any other. */
const VIEWS = DATA.view === "open" ? ["open", 0, 1, 2, 3, null] : [DATA.view];

/** It opens on the first deal dealt: before it there is nothing to see. */
let step = DEALS.length ? stepOfDeal(0) : 0;
let view = DATA.view;
let speed = 1;
let timer = null;

/** Return the step that shows a deal dealt; `number` counts from 0. */
function stepOfDeal(number) {
  return STEPS.findIndex((count) => count > DEALS[number].at);
}

/** Return which deal a step is in, counted from 0; -1 before the first. */
function dealAt(place) {
  return DEALS.findLastIndex(({ at }) => at < STEPS[place]);
}

// --- Showing ---------------------------------------------------------------------------------

function show() {
  const state = stateAfter(EVENTS, DEALS, STEPS[step]);
  showTable(state, view);
  showLadder(state);
  showTold(state);
  byId("deal").textContent = state.deal ? dealHead(EVENTS[state.deal.at]) : say("page.title");
  const slider = byId("position");
  slider.value = step;
  slider.setAttribute("aria-valuetext", say("page.position", { step, steps: LAST }));
  for (const id of ["first", "back", "deal-back"]) byId(id).disabled = step === 0;
  for (const id of ["last", "step"]) byId(id).disabled = step === LAST;
  byId("deal-next").disabled = dealAt(step) === DEALS.length - 1;
  byId("jump").value = dealAt(step);
}

/** Show the sentences of this step, and all of this deal up to it. */
function showTold(state) {
  const begun = step ? STEPS[step - 1] : 0;
  const lines = [];
  const now = [];
  for (let place = state.deal?.at ?? 0; place < STEPS[step]; place += 1) {
    for (const sentence of sentences(place)) {
      const line = made("li", EVENTS[place].event === "Dealt" ? "head" : "", sentence);
      if (place >= begun) {
        line.setAttribute("aria-current", "step");
        now.push(sentence);
      }
      lines.push(line);
    }
  }
  if (!step) now.push(say("page.before"));
  if (step === LAST && stopped()) now.push(say("page.sentence", { said: stopped() }));
  byId("now").textContent = now.join(" ");
  const list = byId("lines");
  list.replaceChildren(...lines);
  list.scrollTop = list.scrollHeight;
}

/** Say everything that does not depend on the step in the language chosen. */
function showWords() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
  document.title = say("page.title");
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  for (const element of document.querySelectorAll("[data-label]")) label(element);
  byId("position").setAttribute("aria-label", say("page.title"));
  byId("ladder").setAttribute("aria-label", say("page.ladder"));
  options("jump", [[-1, "–"], ...DEALS.map(({ number, level }, place) => [
    place,
    `${number} · ${say("level", { level: rankText(level) })}`,
  ])]);
  options("speed", SPEEDS.map((times) => [times, `×${times}`]), speed);
  options("view", VIEWS.map((one, place) => [place, viewName(one)]), VIEWS.indexOf(view));
  options("language", LANGUAGES.map((code) => [code, DATA.words[code].language]), language);
}

function label(button) {
  button.setAttribute("aria-label", say(button.dataset.label));
  button.title = say(button.dataset.label);
}

function options(id, entries, chosen) {
  byId(id).replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
  if (chosen !== undefined) byId(id).value = chosen;
}

function viewName(one) {
  if (one === "open") return say("page.view.open");
  return one === null ? say("page.view.spectator") : seatName(one);
}

// --- Going -----------------------------------------------------------------------------------

function go(place) {
  step = Math.min(Math.max(place, 0), LAST);
  if (step === LAST) pause();
  show();
}

function goDeal(number) {
  if (number < 0) go(0);
  else if (number < DEALS.length) go(stepOfDeal(number));
}

/** Go to the beginning of this deal, or, from there, to that of the one before. */
function dealBack() {
  const deal = dealAt(step);
  goDeal(deal >= 0 && step > stepOfDeal(deal) ? deal : deal - 1);
}

function play() {
  if (step === LAST) go(0);
  document.body.classList.add("playing");
  // What changes by itself is not read out: it would never come to an end.
  byId("now").setAttribute("aria-live", "off");
  schedule();
  showPlay("page.pause");
}

function pause() {
  clearInterval(timer);
  timer = null;
  document.body.classList.remove("playing");
  byId("now").setAttribute("aria-live", "polite");
  showPlay("page.play");
}

function toggle() {
  if (timer === null) play();
  else pause();
}

/** Take a step from time to time; called again when the speed changes. */
function schedule() {
  clearInterval(timer);
  timer = setInterval(() => go(step + 1), PACE / speed);
}

function showPlay(key) {
  byId("play").dataset.label = key;
  label(byId("play"));
}

function setSpeed(times) {
  speed = times;
  byId("speed").value = times;
  if (timer !== null) schedule();
}

function setView(one) {
  view = one;
  byId("view").value = VIEWS.indexOf(one);
  show();
}

function setLanguage(code) {
  language = code;
  showWords();
  show();
}

/** Return the entry after the one given, the first after the last. */
function after(list, one) {
  return list[(list.indexOf(one) + 1) % list.length];
}

function faster(by) {
  setSpeed(SPEEDS[Math.min(Math.max(SPEEDS.indexOf(speed) + by, 0), SPEEDS.length - 1)]);
}

// --- Buttons and keys ------------------------------------------------------------------------

const BUTTONS = {
  first: () => go(0),
  "deal-back": dealBack,
  back: () => go(step - 1),
  play: toggle,
  step: () => go(step + 1),
  "deal-next": () => goDeal(dealAt(step) + 1),
  last: () => go(LAST),
};

const KEYS = {
  ArrowLeft: BUTTONS.back,
  ArrowRight: BUTTONS.step,
  ArrowUp: BUTTONS["deal-back"],
  ArrowDown: BUTTONS["deal-next"],
  PageUp: BUTTONS["deal-back"],
  PageDown: BUTTONS["deal-next"],
  Home: BUTTONS.first,
  End: BUTTONS.last,
  " ": toggle,
  "-": () => faster(-1),
  "+": () => faster(1),
  "=": () => faster(1),
  v: () => setView(after(VIEWS, view)),
  l: () => setLanguage(after(LANGUAGES, language)),
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // A list has keys of its own, and so have a button and a heading that opens.
  const at = event.target;
  if (at.matches("select") || (at.matches("button, summary") && event.key === " ")) return;
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function start() {
  for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", action);
  document.addEventListener("keydown", pressed);
  byId("position").max = LAST;
  byId("position").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("jump").addEventListener("change", (event) => goDeal(Number(event.target.value)));
  byId("speed").addEventListener("change", (event) => setSpeed(Number(event.target.value)));
  byId("view").addEventListener("change", (event) => setView(VIEWS[event.target.value]));
  byId("language").addEventListener("change", (event) => setLanguage(event.target.value));
  byId("told").open = window.matchMedia("(min-width: 1080px)").matches;
  showWords();
  show();
  new ResizeObserver(evenHands).observe(byId("table"));
}

start();
