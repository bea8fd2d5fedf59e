// The page draws a battle from the messages of houserule's protocol, and knows no game. The
// messages come from a WebSocket, and the person at the page answers; or they lie in the
// page itself, which then plays the battle forwards and backwards.
//
// receive takes a message and notes it in the state below. The functions draw... make a
// part of the page from the state. Text from messages only ever becomes text nodes.
"use strict";
(() => {
const $ = id => document.getElementById(id);

// el makes an element. Attributes that are false or undefined are left out, functions
// become listeners, and its children are elements and texts.
function el(name, attributes = {}, ...inside) {
	const e = name.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4)) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === "function") e["on" + key] = value;
		else if (value !== undefined && value !== false && value !== null) e.setAttribute(key, value === true ? "" : value);
	}
	e.append(...inside.flat(9).filter(part => part !== undefined && part !== null && part !== false && part !== "").map(part => typeof part === "string" ? solid(part) : part));
	return e;
}
const solid = text => text.replace(/(\d) %/g, "$1\u00a0%"); // a line does not end within a percentage
const unseen = text => el("span", {class: "unseen"}, text); // only read
const button = (text, click, attributes = {}) => el("button", {type: "button", click, ...attributes}, text);

// redraw makes parts the children of a container. The focus stays on the element with the
// same key.
function redraw(container, ...parts) {
	const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
	change(container, el("div", {}, parts));
	for (const group of container.querySelectorAll("[data-rove]")) settle(group);
	if (key !== undefined && document.activeElement.dataset.key !== key) (keyed(container, key) || container.querySelector("[data-key][tabindex='0']") || container).focus({preventScroll: true});
}

// change makes the inside of an element like that of another one. It keeps what only differs
// in its attributes or its own inside, so that the browser lays out little anew. What stands
// for a kept element puts it there as it is.
function change(from, to) {
	const inside = [...to.childNodes];
	inside.forEach((made, i) => {
		const a = from.childNodes[i], b = made.kept || made;
		if (a === b) return;
		if (!a) from.append(filled(b));
		else if (made.kept || a.nodeName !== b.nodeName || a.nodeValue !== b.nodeValue || a.dataset?.key !== b.dataset?.key) a.replaceWith(filled(b));
		else if (b.attributes) {
			for (const {name} of [...a.attributes]) if (!b.hasAttribute(name)) a.removeAttribute(name);
			for (const {name, value} of b.attributes) if (a.getAttribute(name) !== value) a.setAttribute(name, value);
			for (const on of ["onclick", "onkeydown", "onchange", "oninput"]) a[on] = b[on];
			change(a, b);
			if (b.shows) shown.set(b.dataset.key, Object.assign(a, {shows: b.shows}));
		}
	});
	while (from.childNodes.length > inside.length) from.lastChild.remove();
}

// filled puts kept elements into a new one, in the places of what stands for them.
function filled(node) {
	for (const inside of [...node.childNodes]) inside.kept ? inside.replaceWith(inside.kept) : filled(inside);
	return node;
}

// once makes the element with a key, unless the page has it and it shows the same facts: then
// it returns what stands for that element.
function once(key, facts, make) {
	const shows = JSON.stringify(facts), kept = shown.get(key);
	if (kept && kept.isConnected && kept.shows === shows) return Object.assign(document.createComment(""), {kept});
	const made = Object.assign(make(), {shows});
	shown.set(key, made);
	return made;
}
const shown = new Map(); // the elements of once, by their keys

const keyed = (container, key) => [...container.querySelectorAll("[data-key]")].find(e => e.dataset.key === key);

// say has a screen reader read a text.
function say(text) {
	$("live").textContent = "";
	setTimeout(() => { $("live").textContent = text; }, 30);
}

// The state.

let battle = {seats: [], you: [], verbs: [], commands: []};
let board = null;
let asked = null;    // the question that is open for this page
let waiting = null;  // the seat that is asked instead
let next = "";       // the key of the battle that was begun after this one
let may = {};        // whether undo and redo work
let end = null;      // how the battle has ended, or its fault
let listing = null;  // the options of the question with their odds
let orders = new Map(); // the options of the question that name a thing, by its name, as far as they are known
let fresh = [];      // the lines since the last answer
let past = null;     // the board before them
let taken = "";      // the last answer
let moved = "";      // how the battle was put back or forth since then
let busy = false;    // an answer is sent, and what follows has not come
let selected = "";   // the name of what is chosen on the board: a unit, a hex, a side
let chosen = null;   // the question, or what stands for it, at which it was chosen
let second = "";     // the name of what is chosen to go with it, where several answers name both
let whole = false;   // all options are listed
let lessons = [];    // about the question, each in sentences of parts
let show = null;     // what a page that needs no server shows

const seatOf = name => battle.seats.findIndex(s => s.seat === name);
const plays = () => battle.you.length > 0 && !show;
const short = text => text.length > 300 ? text.slice(0, 300) + " ..." : text;

// receive takes a message.
function receive(m) {
	const take = takers[m.type];
	if (take) take(m);
}

// moves says why a battle begins again on the same connection: because of this page, or of
// others.
const moves = {
	undo: "Your last answer is taken back, with all that came after it.",
	redo: "The answer that was taken back is given again.",
	players: "The battle goes on with the players that you have chosen.",
	mods: "The battle is played again under the mods as they are now.",
	others: "Another player has taken answers back, or given them again. The battle goes on from here.",
};

const takers = {
	hello() {},
	battle(m) {
		battle = {...m, you: m.you || [], verbs: m.verbs || [], commands: m.commands || []};
		asked = waiting = end = listing = board = past = null;
		orders = new Map();
		fresh = [];
		lessons = [];
		taken = "";
		const what = m.again && replied("undo", "redo", "command");
		if (moved !== moves.mods) moved = m.again ? moves[what] || (what ? moves.players : moves.others) : "";
		$("title").textContent = m.title;
		$("fair").textContent = m.fair || "";
		$("lines").replaceChildren();
		$("about").hidden = true;
	},
	told(m) {
		fresh = fresh.concat(m.lines);
		$("lines").append(...m.lines.map(l => drawLine(l, false)));
	},
	replay(m) {
		replied("replay");
		const link = el("a", {href: URL.createObjectURL(new Blob([m.page], {type: "text/html"})), download: battle.title.toLowerCase().replace(/\W+/g, "-") + ".html"});
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 1000);
	},
	again(m) {
		if (m.you) replied("again", "command");
		if (m.you) location.hash = m.key;
		else draw(next = m.key);
	},
	battles(m) {
		socket.onclose = null;
		status("");
		document.title = "Battles - houserule";
		$("title").textContent = "Battles";
		$("decision").hidden = $("log").hidden = true;
		document.querySelector("nav").hidden = true;
		redraw($("board"), el("h2", {class: "unseen"}, "The battles of this server"),
			m.battles.length === 0 && el("p", {}, "There is none."),
			el("ul", {class: "battles"}, m.battles.map(b => el("li", {}, el("h3", {}, b.title, el("small", {}, b.name)), el("p", {}, b.now), el("p", {class: "links"}, b.links.map(l => el("a", {href: "/#" + l.key}, l.seat || "to watch")))))),
			button("Look again", () => location.reload()));
	},
	log(m) { $("lines").replaceChildren(...m.lines.map(l => drawLine(l, false))); },
	lesson(m) { lessons.push(m.sentences); },
	board(m) {
		if (!plays()) past = board;
		board = m.board;
		if (replied("board")) drawHead(), drawBoard();
	},
	asked(m) {
		asked = may = m;
		waiting = end = listing = null;
		orders = new Map();
		$("fair").hidden = m.question > 1;
		ask({type: "options"}, m.question);
		arrived(m.asks);
	},
	waiting(m) {
		waiting = m.seat;
		may = m;
		asked = end = listing = null;
		$("fair").hidden = m.question > 1;
		arrived(`Waiting for ${m.seat}.`);
	},
	taken(m) {
		replied("answer");
		if (fresh.length > 0 || !past) past = board;
		taken = m.text;
		moved = "";
		fresh = [];
		lessons = [];
	},
	refused(m) {
		const [type, about] = requests.shift() || [];
		const what = about === undefined ? type : about;
		if (type === "options" || type === "show" && m.error.includes("the battle has moved on")) return; // it is asked anew
		if (type === "show") return about === selected && drawAbout({name: selected, is: [], facts: [{text: m.error}]});
		if (type === "answer") working(false);
		if (type === "replay" || type === "again") return tell(m.error);
		if (what === "odds" || what === "rules" || what === "review") return tell(m.error);
		problem(m.error);
		draw();
	},
	options(m) {
		if (replied("options") !== (asked || {}).question) return;
		if (m.of) orders.set(m.of, m.options.map(worded));
		else listing = m;
		drawLessons();
		drawDetail();
		drawOptions();
		drawBoard();
	},
	hint(m) {
		replied("hint");
		advise(m.text);
		const b = keyed($("options"), m.answer);
		if (b) b.classList.add("advised");
	},
	page(m) {
		if (replied("show") === selected) drawAbout(m.page);
	},
	command(m) { open(replied() || m.type, el("pre", {}, m.text)); },
	odds(m) { replied("odds"); open("Odds", el("pre", {}, m.text)); },
	review(m) { replied("review"); open("Luck and skill", drawReview(m)); },
	rules(m) { replied("rules"); drawRules(m); },
	reloaded(m) {
		$("reloaded").hidden = false;
		$("reloaded").className = m.error || m.misfit ? "bad" : "";
		const list = m.changes || [];
		redraw($("reloaded"),
			el("b", {}, m.error ? "The mods stay as they were:" : list.length > 0 ? "The mods are loaded again:" : "The mods are loaded again: rules and numbers are as before."),
			m.error && el("pre", {}, m.error),
			list.length > 0 && el("ul", {}, list.map(line => el("li", {}, line))),
			m.course && el("pre", {}, m.course),
			m.misfit && el("pre", {}, "The answers no longer fit from there on: " + m.misfit),
			button("Close", () => { $("reloaded").hidden = true; }, {"data-key": "close"}));
		if (!m.error) moved = moves.mods;
	},
	end(m) {
		end = may = m;
		asked = waiting = listing = null;
		ask({type: "board"}); // the last one was sent before the last answer
		arrived(m.outcome);
	},
	fault(m) {
		end = {outcome: "The battle is stopped", error: m.error};
		may = m;
		asked = waiting = listing = null;
		arrived(m.error);
	},
};

// arrived draws what has come, up to a question or the end, and has it read.
function arrived(text) {
	status("");
	problem("");
	advise("");
	working(false);
	preview([]);
	whole = false;
	second = "";
	const inside = $("choose").contains(document.activeElement) || $("tools").contains(document.activeElement);
	$("answer").value = "";
	$("options").replaceChildren(); // the new list begins at its top
	draw();
	$("lines").scrollTop = $("lines").scrollHeight;
	if (inside && document.activeElement === document.body) $("decision").focus({preventScroll: true});
	if (selected) inquire(selected);
	say([moved.replace(/\.$/, ""), $("lesson").textContent, ...fresh.slice(-12).map(l => l.text), text].filter(Boolean).join(". "));
}

// working marks the page while it waits for what follows an answer.
function working(is) {
	busy = is;
	document.body.classList.toggle("busy", is);
	$("decision").setAttribute("aria-busy", is);
}

function draw() {
	const now = asked && may.replay ? "replay" : asked ? "your turn" : end ? end.outcome : waiting && plays() ? `waiting for ${waiting}` : "";
	document.title = [asked && "\u25cf " + sentence(now).slice(0, -1), battle.title, !asked && now, "houserule"].filter(Boolean).join(" - ");
	$("decision").dataset.at = asked ? `question ${asked.question}` : end ? "end" : waiting ? "waiting" : "";
	drawHead();
	drawBoard();
	drawDecision();
	drawOptions();
}

// What the page says.

let socket = null;
const requests = []; // that are not answered yet: the type, and the number of a question

// ask sends a request.
function ask(request, about) {
	if (!socket || socket.readyState !== WebSocket.OPEN) return;
	requests.push([request.type, about]);
	socket.send(JSON.stringify(request));
}

// replied forgets the request that a message answers: the oldest, if it has one of these
// types. It returns what the request was about.
function replied(...types) {
	if (requests.length === 0 || types.length > 0 && !types.includes(requests[0][0])) return undefined;
	const [type, about] = requests.shift();
	return about === undefined ? type : about;
}

// answer gives an answer.
function answer(text) {
	if (!asked || busy || may.replay) return;
	problem("");
	working(true);
	ask({type: "answer", question: asked.question, text});
}

// connect opens the WebSocket, and again when it is cut: later each time. It stops when the
// server refuses the key.
function connect(wait) {
	const key = location.hash.slice(1);
	if (!key) return noBattle();
	const url = new URL("battle", location.href);
	url.protocol = url.protocol.replace("http", "ws");
	url.hash = "";
	status("Connecting ...");
	socket = new WebSocket(url);
	let entered = false, reason = "The connection is cut";
	socket.onmessage = event => {
		const m = JSON.parse(event.data);
		if (m.type === "battle") [m.again, entered, wait] = [entered, true, 500];
		if (entered || m.type !== "refused") return receive(m);
		reason = m.error.replace(/^ready: /, "");
		if (/\bkey\b/.test(reason)) noBattle(); // others, as too many connections, may pass
	};
	socket.onopen = () => {
		document.body.classList.remove("cut");
		socket.send(JSON.stringify({type: "ready", protocol: 1, key, wants: ["told", "board", "worth"]}));
	};
	socket.onclose = event => {
		requests.length = 0;
		working(false);
		document.body.classList.add("cut");
		const seconds = Math.max(1, Math.round(wait / 1000));
		status(`${sentence(event.reason || reason)} Trying again in ${seconds} s.`);
		setTimeout(() => connect(Math.min(wait * 2, 15000)), wait);
	};
}

// noBattle says that the link leads to no battle, or no longer to the one that is shown, and
// gives the connection up. The end of a battle stays on the page.
function noBattle() {
	const [what, advice] = battle.title
		? ["The server has started without this battle", "Reload this page when the battle goes on (houserule serve --resume), or ask for a new link."]
		: ["This link leads to no battle", "Copy the whole link, or ask for a new one."];
	if (socket) {
		socket.onclose = null;
		socket.close();
		socket = null;
	}
	const ended = end;
	end = end || {outcome: what, error: advice};
	asked = waiting = listing = null;
	battle.you = [];
	arrived(what);
	if (ended) status(`${what}.`);
}

const status = text => { $("status").textContent = text; };

function problem(text) {
	$("error").textContent = text;
	$("error").hidden = !text;
}

function advise(text) {
	$("advice").textContent = text;
	$("advice").hidden = !text;
}

// The head, and what has happened.

function drawHead() {
	$("scene").textContent = board ? board.scene : "";
	redraw($("seats"), battle.seats.map((s, i) => el("li", {class: `seat${i}`}, s.seat,
		el("span", {}, battle.you.includes(s.seat) && !show ? "you" : s.player))));
}

// rolled finds the dice in a line: "die 3", "rolls 6, 2, 1", "morale: a 6", "dice: 26".
const rolled = /((?:\bdie|\brolls(?: an?)?|: an?|\bdice:|\bshows) )(\d+(?:, \d+)*)/;

// withDice is a text whose dice look like dice.
function withDice(text) {
	const [before, words, dice, ...after] = text.split(rolled);
	if (!words) return text;
	const faces = /dice|shows/.test(words) ? [...dice] : dice.split(/(, )/);
	return [before, words, faces.map(face => face === ", " ? face : el("span", {class: "die"}, face)), withDice(after.join(""))];
}

// drawLine is a line of the log. Its numbers unfold.
function drawLine(l, unfold) {
	const depth = Math.min(l.depth || 0, 5);
	if (depth === 0) return el("h3", {}, l.text);
	if (!l.numbers && !l.sum) return el("p", {class: `depth${depth}`}, withDice(l.text));
	return el("details", {class: `depth${depth}`, open: unfold}, el("summary", {}, withDice(l.text)), (l.numbers || []).map(drawNumber), l.sum && el("p", {class: "sum"}, l.sum));
}

// drawNumber is a number with its terms.
const drawNumber = n => el("dl", {class: "number"}, el("dt", {}, n.what), el("dd", {}, el("b", {}, String(n.total)),
	n.terms && el("ul", {}, n.terms.map(t => el("li", {}, t)))));

// The board.

const plural = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

function drawBoard() {
	if (!board) return redraw($("board"));
	const hidden = board.seat < 0 && !board.sides && !board.map && !board.drawing && !board.fault;
	const notes = [[board.situation, "situation"], [!board.terrain && board.ground, "ground"], [board.fault, "error"],
		[hidden && "No board is shown here: each side sees only its own until the battle is over.", "faint"]];
	redraw($("board"),
		el("h2", {class: "unseen"}, "The board"),
		notes.filter(([text]) => text).map(([text, kind]) => el("p", {class: kind}, text)),
		board.terrain && el("div", {class: "hexes"}, drawTile(board.terrain, board.terrain.name), el("div", {}, el("p", {class: "ground"}, board.ground), el("p", {class: "flavor"}, board.flavor))),
		board.drawing && el("pre", {class: "drawing", tabindex: 0, role: "group", "aria-label": "The table"}, board.drawing.join("\n")),
		drawHand(),
		board.map && drawMap(board.map),
		board.sides && el("div", {class: board.sides.length > 2 ? "sides many" : "sides", "data-rove": true},
			board.sides.map((side, i) => [i > 0 && i === board.sides.length - 1 && board.walls && drawWalls(), drawSide(side, i)])),
		board.around && el("section", {"aria-label": "Adjacent hexes"}, el("h3", {}, "Adjacent hexes"), el("ul", {class: "hexes around"}, board.around.map(h =>
			el("li", {class: `seat${seatOf(h.owner)}`}, drawTile(h.terrain, named("place", h.name, h.name)), el("div", {}, el("b", {}, h.owner), el("p", {}, h.note)))))));
	if (board.map) scrollMap();
	const now = selected !== "" && (!!show || chosen === may); // not before the last news
	document.body.classList.toggle("choosing", now);
	document.body.classList.toggle("answering", now && !!asked); // news make room for answers
}

// drawHand are the answers that name nothing on the board, as buttons on it.
function drawHand() {
	if (!asked || show) return null;
	const heads = listing ? listing.heads : {};
	const list = answers().filter(o => !o.step && !o.words.some(isOther)), rows = new Map();
	for (const o of list) {
		const row = list.length > 12 ? o.words.slice(0, 2).join(" ") : "";
		rows.set(row, [...rows.get(row) || [], o]);
	}
	return list.length > 0 && list.length <= 200 && el("div", {class: "hand", role: "group", "aria-label": "Answers without a target", "data-rove": true},
		[...rows].sort(([a], [b]) => a < b ? -1 : 1).map(([, row]) => el("div", {}, row.sort((a, b) => list.length > 12 && (a.text < b.text ? -1 : 1)).map(o =>
			button([o.text, " ", el("small", {}, chanceOf(o) && [unseen((o.odds ? heads.odds : heads.wins) + " "), chanceOf(o)])], () => give(o), {class: "card", "data-key": "answer " + o.text})))));
}

// named is a thing on the board that is only a name: it can be chosen where an answer names it.
function named(kind, name, ...inside) {
	const list = marks().get(name), chosen = name === selected || name === second;
	if (!list && !chosen) return el("span", {}, inside);
	return button([inside, list && drawChips(list)], () => choose(name), {class: ["thing", list && "target", chosen && "selected"].filter(Boolean).join(" "), "data-key": `${kind} ${name}`, "aria-pressed": chosen});
}

// drawWalls is the line of the walls, which answers name by a word of the game.
const drawWalls = () => el("p", {class: "walls " + board.walls.replace(/\W/g, "-")}, named("walls", board.town || "walls", `Walls: ${board.walls}`));

// drawTile is a hex that is not on a map, in the color of its terrain.
const drawTile = (terrain, name) => el("p", {class: "tile c-" + ((terrain || {}).color || "none")}, name);

function drawSide(side, i) {
	const rows = [];
	for (const u of side.units || []) {
		if (rows.length === 0 || rows[rows.length - 1].name !== (u.row || "")) rows.push({name: u.row || "", units: []});
		rows[rows.length - 1].units.push(u);
	}
	const gone = changes().gone.filter(([seat]) => seat === side.seat);
	return el("section", {class: `side seat${i}`, "aria-label": side.seat},
		el("h3", {}, named("seat", side.seat, side.seat), el("small", {}, [side.player, ...side.facts || []].filter(Boolean).join(" · "))),
		rows.map(r => el("div", {class: "row", role: "group", "aria-label": r.name || side.seat}, el("h4", {}, r.name), el("div", {class: "units"}, r.units.map(drawUnit)))),
		gone.length > 0 && el("p", {class: "lost"}, el("b", {}, "lost just now"), " ", gone.map(([, name, u]) => `${name} (${u.kind})`).join(", ")),
		(side.lists || []).map(l => el("p", {class: l.gone ? "gone" : "list"}, el("b", {}, l.name), " ", l.items)));
}

// namesOf are the names of a unit, or of several that are alike: a2-4.
function namesOf(u) {
	const letter = u.name.replace(/\d+$/, ""), first = Number(u.name.slice(letter.length));
	return u.count > 1 ? Array.from({length: u.count}, (_, i) => letter + (first + i)) : [u.name];
}

function called(u) {
	const names = namesOf(u);
	return u.count > 1 ? `${u.name}-${names[names.length - 1].replace(/^\D+/, "")}` : u.name;
}

// drawUnit is a card that can be chosen.
function drawUnit(u) {
	const columns = board.columns || [], numbers = u.numbers || [];
	const kind = u.count > 1 ? `${u.count} ${u.kind}` : u.kind;
	const notes = [...u.states || [], ...u.facts || []], levels = u.levels;
	const marks = numbers.map((n, i) => n.text && [columns[i], n.text, n.above > 0 ? "up" : n.above < 0 ? "down" : ""]).filter(Boolean);
	const names = namesOf(u), list = marksOf(names), {acted, hit, was} = changes();
	const now = [names.some(n => acted.has(n)) && "acted", names.some(n => hit.has(n)) && "hit"].filter(Boolean), before = was.get(u.name);
	const chosen = names.includes(selected) || names.includes(second);
	const classes = ["unit", u.acting && "acting", u.done && "done", list && "target", chosen && "selected", levels && "fort", ...now,
		`pile${Math.min(u.cards || u.count || 1, 6)}`];
	const chips = list && chipsOf(list);
	return once("unit " + u.name, [u, columns, classes, before, chips], () => button([
		el("span", {class: "name"}, called(u), " ", now.map(what => el("em", {class: "now"}, what)), u.acting && el("i", {}, "acts"), u.done && el("i", {}, "done")),
		el("span", {class: "kind"}, kind),
		marks.length > 0 && el("span", {class: "numbers"}, marks.map(([column, n, way]) => el("span", {class: way}, el("small", {}, column), " ", el("b", {}, n), way && unseen(way === "up" ? " raised" : " lowered")))),
		levels && el("span", {class: "levels"}, [...Array(levels.of)].map((_, i) => el("i", {class: i < levels.left ? "stands" : ""})), `${levels.left} of ${levels.of}`),
		before && el("span", {class: "was"}, "was " + before),
		notes.length > 0 && el("span", {class: "notes"}, notes.join(", ")),
		u.powers && el("span", {class: "powers"}, u.powers.join(", ")),
		chips && drawChips(list)],
	() => choose(u.name), {class: classes.filter(Boolean).join(" "), "data-key": "unit " + u.name,
		"aria-pressed": chosen ? "true" : "false"}));
}

// What answers name.

// worded is an option with all words in it, in which the names of things are found.
const worded = o => ({...o, words: [...new Set(`${o.answer} ${o.text}`.split(" "))]});

// noted returns what a function makes of a value, made once for each object.
const noted = make => { const known = new WeakMap(); return of => known.get(of) || known.set(of, make(of)).get(of); };
const blank = {}; // in place of a board

// things are the names of all that can be chosen on a board.
const things = noted(board => {
	const known = new Set((board.around || []).map(h => h.name));
	for (const [name] of unitsOf(board)) known.add(name);
	for (const h of (board.map || {hexes: []}).hexes) known.add(h.number);
	for (const side of board.sides || []) known.add(side.seat);
	if (board.walls) known.add(board.town || "walls");
	return known;
});
const isThere = name => things(board || blank).has(name);

// isOther reports whether a word is the name of a thing on the board, other than the unit that
// acts, or that all answers are about.
const isOther = word => isThere(word) && !(unitsOf(board).get(word) || {unit: {}}).unit.acting && !subjects(answers()).has(word);

// subjects are the words that all answers have.
const subjects = noted(list => new Set(list.length > 1 ? list[0].words.filter(w => list.every(o => o.words.includes(w))) : []));

// unitsOf are the units of a board by their names, with their sides and hexes.
const unitsOf = noted(b => {
	const units = new Map();
	const add = (seat, hex) => u => namesOf(u).forEach(name => units.set(name, {unit: u, seat, hex}));
	for (const side of b.sides || []) (side.units || []).forEach(add(side.seat, ""));
	for (const h of (b.map || {hexes: []}).hexes) for (const s of h.stacks || []) (s.units || []).forEach(add(s.seat, h.number));
	return units;
});

// about are the answers that name a thing, or what stands in it.
function about(name) {
	const own = orders.get(name), names = namesAt(name), all = answers();
	if (!own || own.length === 0) return all.filter(o => o.words.some(w => names.includes(w)));
	const won = new Map(all.map(o => [o.text, o.wins]));
	return own.map(o => ({...o, wins: o.wins || won.get(o.text)})).concat(all.filter(o => o.step && o.words.includes(name)));
}

// both are the answers that name two things. Of those that differ only in which one of several
// like units they name it is the first.
function both(one, other) {
	const names = namesAt(other), list = about(one).filter(o => !o.step);
	const exact = list.filter(o => o.words.includes(other));
	return unlike(exact.length > 0 ? exact : list.filter(o => o.words.some(w => names.includes(w))), names);
}

function unlike(list, names) {
	const said = new Set();
	return list.filter(o => {
		const text = o.text.split(" ").map(w => names.includes(w) ? "" : w).join(" ");
		return !said.has(text) && said.add(text);
	});
}

// marks are the answers by the names that they have: of all, or of those that name what is
// chosen. Before a unit is chosen, an order marks only its unit.
function marks() {
	if (!asked || show) return new Map();
	const key = [asked, listing, selected, orders.get(selected), board];
	if (marks.key && marks.key.every((part, i) => part === key[i])) return marks.known;
	const known = new Map(), list = selected ? about(selected) : [], of = list.length > 0, own = of ? namesAt(selected) : [];
	for (const o of of ? list : answers()) {
		for (const word of !of && o.unit ? [o.unit] : o.words) {
			if (!isThere(word) || own.includes(word) || o.step && of) continue;
			known.set(word, [...known.get(word) || [], o]);
		}
	}
	return Object.assign(marks, {key, known}).known;
}

// marksOf are the answers that name one of several names; null: none.
function marksOf(names) {
	const list = names.flatMap(name => marks().get(name) || []);
	return list.length > 0 ? list : null;
}

// chanceOf is the chance of an answer, as far as it is a number.
const chanceOf = o => o.odds || (/\d/.test(o.wins || "") ? o.wins : "");

// chipsOf are the kinds of answers in a few words, with the cost or the chance of the best of
// each. An order whose unit is not chosen says nothing.
function chipsOf(list) {
	const kinds = new Map();
	for (const o of list) if (!kinds.has(o.verb || o.words[0])) kinds.set(o.verb || o.words[0], o);
	return selected === "" && list[0].unit ? [] : [...kinds].slice(0, 3).map(([verb, o]) => [verb, o.cost || chanceOf(o)].filter(Boolean).join(" "));
}
const drawChips = list => chipsOf(list).length > 0 && el("span", {class: "chips"}, chipsOf(list).map(text => el("span", {}, text)));

// What has just happened.

// changes are the differences between the board before the last news and the present one: the
// units that have acted, that were hit and that are gone, what others were, and the ways of
// marches.
function changes() {
	const key = [past, board, fresh, fresh.length];
	if (changes.key && changes.key.every((part, i) => part === key[i])) return changes.known;
	const known = {acted: new Set(), hit: new Set(), was: new Map(), gone: [], ways: []};
	const before = unitsOf(past || blank), now = unitsOf(board || blank);
	for (const [name, {unit, seat}] of past && board && !past.map === !board.map ? before : []) {
		const left = now.get(name);
		if (!left) known.gone.push([seat, name, unit]);
		else if (left.unit.count === 1 && unit.count === 1 && (left.unit.kind !== unit.kind || (left.unit.levels || {}).left !== (unit.levels || {}).left)) {
			known.was.set(name, unit.levels ? `${unit.levels.left} of ${unit.levels.of}` : unit.kind);
		}
	}
	const ends = new Map(); // where units stand on their ways
	for (const l of fresh) {
		const words = l.text.split(/[^\p{L}\p{N}]+/u), actor = words[0];
		const isUnit = name => before.has(name) || now.has(name);
		words.filter(isUnit).forEach((name, i) => (i === 0 && name === actor ? known.acted : known.hit).add(name));
		const hexes = words.filter(w => board && board.map && hexOf(w)), last = known.ways[known.ways.length - 1];
		let at = ends.get(actor) || (before.get(actor) || {}).hex;
		if (!at && last && hexes.length > 0 && areNear(last.hexes[last.hexes.length - 1], hexes[0])) at = last.hexes[last.hexes.length - 1]; // a stack that is seen from here on
		const step = hexes.length > 1 && / from /.test(l.text) ? hexes.slice(0, 2) : hexes.length > 0 && at && isUnit(actor) && / to /.test(l.text) ? [at, hexes[0]] : null;
		if (!step || step[0] === step[1]) continue;
		const going = known.ways.find(w => w.hexes[w.hexes.length - 1] === step[0]);
		if (going) going.hexes.push(step[1]);
		else known.ways.push({seat: battle.seats.map(s => s.seat).find(s => words.includes(s)) || (before.get(actor) || now.get(actor) || {}).seat, hexes: step});
		ends.set(actor, step[1]);
	}
	for (const name of known.acted) known.hit.delete(name);
	return Object.assign(changes, {key, known}).known;
}
const areNear = (one, other) => {
	const [a, b] = [one, other].map(number => middle(board.map, board.map.hexes.indexOf(hexOf(number))));
	return Math.hypot(a[0] - b[0], a[1] - b[1]) < high * 1.1;
};
const hexesOf = noted(map => new Map(map.hexes.map(h => [h.number, h])));
const hexOf = number => hexesOf(board.map).get(number);

// The map of a campaign: flat-topped hexes, of which columns with an even number lie half a
// hex lower. A hex is wide by two sizes.

const size = 32, high = size * Math.sqrt(3);
let zoom = 0; // 0: as large as there is room

const middle = (m, i) => {
	const column = Math.floor(i / m.rows), row = i % m.rows;
	return [size + column * size * 1.5, high / 2 + row * high + (column % 2) * high / 2];
};
const corners = (x, y, r) => [0, 1, 2, 3, 4, 5].map(k => [x + r * Math.cos(k * Math.PI / 3), y + r * Math.sin(k * Math.PI / 3)]);
const points = list => list.map(p => p.map(n => n.toFixed(1)).join(",")).join(" ");

function drawMap(m) {
	const width = size * 1.5 * (m.columns - 1) + 2 * size, height = high * (m.rows + .5);
	const fits = Math.min(1.7, Math.max(.8, Math.min(($("board").clientWidth - 8) / width, .72 * innerHeight / height)));
	const at = Object.fromEntries(m.hexes.map((h, i) => [h.number, i]));
	const shown = m.hexes[at[selected]] || m.hexes.find(h => (h.stacks || []).some(s => (s.units || []).some(u => namesOf(u).includes(selected)))) || m.hexes[at[m.focus]];
	const marks = new Map();
	for (const h of m.hexes) for (const mark of [h.terrain, h.feature]) if (mark) marks.set(mark.mark, mark);
	const sides = new Map((m.hexsides || []).map(s => [s.name, s]));
	return [
		el("div", {class: "zoom", role: "group", "aria-label": "The size of the map"},
			button("−", () => rescale(1 / 1.25), {"data-key": "smaller", "aria-label": "Smaller"}), button("+", () => rescale(1.25), {"data-key": "larger", "aria-label": "Larger"})),
		el("div", {class: "map", id: "map"}, el("svg:svg", {viewBox: `-2 -2 ${width + 4} ${height + 4}`, width: Math.round(width * (zoom || fits)), role: "group", "aria-label": "The map", "data-rove": true},
			m.hexes.map((h, i) => drawHex(m, h, ...middle(m, i), h === shown)),
			(m.hexsides || []).map(s => drawHexside(m, at, s)),
			changes().ways.map(w => drawWay(m, w.hexes, `way seat${seatOf(w.seat)}`)),
			m.hexes.map((h, i) => drawMarks(m, h, ...middle(m, i))),
			el("svg:g", {id: "aim"}))),
		el("p", {class: "legend"}, [...marks.values()].sort((a, b) => a.name < b.name ? -1 : 1).map(mark => el("span", {}, el("b", {class: "c-" + (mark.color || "none")}, mark.mark), mark.name)),
			[...sides.values()].map(s => el("span", {}, el("svg:svg", {viewBox: "0 0 32 12", width: 32, height: 12, "aria-hidden": "true"}, drawSideLine(s, [[0, 6], [32, 6]])), " ", s.name))),
		shown && el("section", {class: "stacks", "aria-label": "In " + shown.number}, el("h3", {}, placeOf(m, shown)), (shown.stacks || []).map(drawStack),
			!shown.stacks && el("p", {class: "faint"}, "No stack stands here.")),
	];
}

const holderOf = (m, letter) => (m.seats.find(s => s.letter === letter) || {}).name;

// placeOf is a hex in words.
const placeOf = (m, h) => [h.number, h.terrain.name, h.feature && h.feature.name, h.holder && `held by ${holderOf(m, h.holder)}`,
	h.siege && `besieged by ${holderOf(m, h.siege)}`, h.battle && "a battle"].filter(Boolean).join(", ");

const sizeOf = s => s.unseen ? "?" : String((s.units || []).reduce((n, u) => n + u.count, 0));

function drawHex(m, h, x, y, shown) {
	const label = [placeOf(m, h), ...(h.stacks || []).map(s => `${s.seat}: ${s.unseen ? "a stack that nobody has looked into" : plural(Number(sizeOf(s)), "unit")}`), h.note];
	const list = marksAt(h);
	if (list) label.push(...chipsOf(list), selected && strikes(h) && list[0].cost && chanceOf(list[0]));
	const classes = ["hex", "c-" + (h.terrain.color || "none"), list && "target", list && selected && strikes(h) && "strike", shown && (selected ? "selected" : "shown")];
	const pick = () => choose(h.number);
	return el("svg:g", {class: classes.filter(Boolean).join(" "), role: "button", "data-key": "hex " + h.number, "aria-label": label.filter(Boolean).join(", "),
		click: pick, keydown: event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); } }},
		el("svg:polygon", {points: points(corners(x, y, size * .95))}));
}

// marksAt are the answers that name a hex or, if none does, what stands in it.
const marksAt = h => marksOf([h.number]) || marksOf(namesAt(h.number));

// strikes reports whether another side stands in a hex.
const strikes = h => (h.stacks || []).some(s => !battle.you.includes(s.seat));

// drawWay is the way of a march, with an arrow at its end.
function drawWay(m, hexes, kind) {
	const places = hexes.map(number => m.hexes.findIndex(h => h.number === number)).filter(i => i >= 0).map(i => middle(m, i));
	if (places.length < 2) return null;
	const [[x0, y0], [x1, y1]] = places.slice(-2), turn = Math.atan2(y1 - y0, x1 - x0);
	const [x, y] = places[places.length - 1] = [x1 - 15 * Math.cos(turn), y1 - 15 * Math.sin(turn)]; // beside what stands there
	const head = [0, 2.6, -2.6].map(a => [x + (a ? 11 * Math.cos(turn + a) : 0), y + (a ? 11 * Math.sin(turn + a) : 0)]);
	return el("svg:g", {class: kind, "aria-hidden": "true"}, el("svg:polyline", {points: points(places)}), el("svg:polygon", {points: points(head)}));
}

// drawMarks is what stands in a hex. A screen reader reads the label of the hex instead.
function drawMarks(m, h, x, y) {
	const stacks = m.seats.map(s => (h.stacks || []).filter(stack => stack.seat === s.name)).filter(list => list.length > 0);
	return el("svg:g", {class: "marks", "data-in": h.number, "aria-hidden": "true"},
		el("svg:text", {class: "number", x, y: y - high / 2 + 10}, h.number),
		el("svg:text", {class: "terrain", x: x - size * .62, y: y + 4}, h.terrain.mark),
		h.feature && el("svg:text", {class: "feature", x, y: y + high / 2 - 5}, h.feature.name.slice(0, 8)),
		h.holder && el("svg:circle", {class: `flag seat${seatOf(holderOf(m, h.holder))}`, cx: x + size * .62, cy: y, r: 4}),
		stacks.map((list, i) => drawToken(list, x, y + (i - (stacks.length - 1) / 2) * 17, h)),
		drawPrice(marksAt(h), strikes(h), x + size * .52, y - 13));
}

// drawPrice is the cost of a march to a hex, or the chance there: of a strike the chance, if it is
// known.
function drawPrice(list, strike, x, y) {
	const [o] = list && selected ? list : [{}], cost = (o.cost || "").split(" ")[0];
	const text = strike ? chanceOf(o) || cost : cost || chanceOf(o);
	return text && [el("svg:rect", {class: "price", x: x - 4 - 3 * text.length, y: y - 7, width: 8 + 6 * text.length, height: 14, rx: 7}), el("svg:text", {class: "price", x, y: y + 3.5}, text)];
}

const letterOf = seat => board.map.seats.find(s => s.name === seat).letter.toUpperCase();

// drawToken is the counter of a side's stacks in a hex.
const drawToken = (list, x, y, h) => el("svg:g", {class: `token seat${seatOf(list[0].seat)}${h.battle || h.siege ? " fight" : ""}`},
	el("svg:rect", {x: x - 14, y: y - 8, width: 28, height: 16, rx: 3}),
	el("svg:text", {x, y: y + 4}, letterOf(list[0].seat) + (list.some(s => s.unseen) ? "?" : list.reduce((n, s) => n + Number(sizeOf(s)), 0))));

// drawHexside is the line between two hexes.
function drawHexside(m, at, s) {
	const [one, two] = s.between.split("-").map(n => corners(...middle(m, at[n]), size));
	const same = one.filter(p => two.some(q => Math.hypot(p[0] - q[0], p[1] - q[1]) < 1));
	return same.length === 2 && drawSideLine(s, same);
}

// drawSideLine is a hexside from one point to another. Those with the usual names have a look
// of their own.
const drawSideLine = (s, ends) => el("svg:g", {class: `side c-${s.color || "none"} is-${s.name.toLowerCase().replace(/\W+/g, "-")}`}, el("svg:title", {}, s.name),
	el("svg:polyline", {class: "below", points: points(ends)}), el("svg:polyline", {class: "above", points: points(ends)}));

const drawStack = s => el("div", {class: `stack seat${seatOf(s.seat)}`}, el("h4", {}, s.place, el("small", {}, [s.seat, s.limit && `${s.weight} of ${s.limit}`].filter(Boolean).join(" · "))),
	el("div", {class: "units", "data-rove": true}, (s.units || []).map(drawUnit)), s.unseen && el("p", {class: "faint"}, "A stack that nobody has looked into."));

function rescale(by) {
	const svg = $("map").querySelector("svg");
	zoom = Math.min(3, Math.max(.5, svg.getAttribute("width") / svg.viewBox.baseVal.width * by));
	drawBoard();
}

// scrollMap brings the hex that matters most into sight.
function scrollMap() {
	const map = $("map"), hex = map.querySelector(".selected, .shown");
	if (!hex) return;
	const [frame, box] = [map.getBoundingClientRect(), hex.getBoundingClientRect()];
	if (box.left < frame.left || box.right > frame.right) map.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
	if (box.top < frame.top || box.bottom > frame.bottom) map.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
}

// choose takes a click on a thing of the board. The second thing answers, if one answer names
// both; so does the same thing again, if one answer names it.
function choose(name) {
	if (namesAt(selected).includes(name) && name !== selected && isHex(selected)) return select(name);
	const known = namesAt(name), again = name === selected || known.includes(selected) && !isHex(name);
	if (asked && !show && selected) {
		const list = again ? unlike(about(selected), namesAt(selected)) : both(selected, name);
		if (list.length === 1 && (!again || !second)) {
			selected = "";
			return give(list[0]);
		}
		if (list.length > 1 && !again) {
			second = name;
			whole = false;
			drawBoard();
			drawOptions();
			return;
		}
	}
	select(again ? selected : name);
}
const isHex = name => !!(board && board.map && hexOf(name));

// select chooses a unit or a hex: its answers alone are listed, and what is known of it is
// shown. The same again chooses nothing.
function select(name) {
	selected = selected === name ? "" : name;
	chosen = may;
	second = "";
	whole = false;
	preview([]);
	drawBoard();
	drawOptions();
	$("about").hidden = true;
	if (!selected) return;
	if (show) drawAbout(pageAt(selected));
	else inquire(selected);
	if (getComputedStyle($("sheet")).position === "fixed") bare(keyed($("board"), document.activeElement.dataset.key || ""));
}

// inquire asks for the facts about a thing, and for the answers that name it.
function inquire(name) {
	ask({type: "show", unit: name}, name);
	if (asked && plays()) ask({type: "options", of: name}, asked.question);
}

// bare scrolls the page until the sheet does not cover what is chosen.
function bare(e) {
	const over = e ? e.getBoundingClientRect().bottom - $("sheet").getBoundingClientRect().top + 12 : 0;
	if (over > 0) scrollBy(0, over);
}

// aim marks on the board what an answer names, and draws its way.
function aim(o) {
	for (const e of document.querySelectorAll(".aim")) e.classList.remove("aim");
	if ($("aim")) $("aim").replaceChildren(...[o && o.way && drawWay(board.map, o.way, "way next")].filter(Boolean));
	for (const e of o ? $("board").querySelectorAll("[data-key]") : []) {
		const name = e.dataset.key.replace(/^\S+ /, "");
		if (o.words.includes(name) && isThere(name)) e.classList.add("aim");
	}
}

// preview says what an answer does, or those that a thing on the board stands for.
function preview(list) {
	aim(list[0]);
	const heads = listing ? listing.heads : {};
	$("preview").replaceChildren(...list.slice(0, 1).map(o => el("p", {}, el("b", {}, o.text), " ",
		[o.wins && `${heads.wins} ${o.wins}`, o.odds && `${heads.odds} ${o.odds}`, o.worth && `${heads.worth} ${o.worth}`, o.note, list.length > 1 && `and ${list.length - 1} more`].filter(Boolean).join(", "))));
}

// pointed previews what the pointer or the focus is on.
function pointed(event) {
	const e = event.target.closest("[data-key]");
	if (!asked || show || !e) return;
	const [, kind, name] = e.dataset.key.match(/^(\S+) ?(.*)$/);
	if (e.matches(".option")) return aim(about(selected).concat(answers()).find(o => o.text === e.dataset.key)); // it says all itself
	if (kind === "answer") return preview(answers().filter(o => o.text === name));
	if (isThere(name) && name !== selected) preview(selected ? both(selected, name) : marksOf(namesAt(name)) || []);
}
for (const on of ["pointerover", "focusin"]) for (const id of ["board", "options", "lesson"]) $(id).addEventListener(on, pointed);
for (const id of ["happened", "lines"]) { // a line that is pointed at shows its units
	$(id).addEventListener("pointerover", event => aim({words: (event.target.closest("p, summary") || {textContent: ""}).textContent.split(/[^\p{L}\p{N}]+/u)}));
	$(id).addEventListener("pointerleave", () => aim());
}
$("board").addEventListener("pointerleave", () => preview([]));
$("options").addEventListener("pointerleave", () => aim());

// drawAbout shows the facts of a page.
function drawAbout(p) {
	$("about").hidden = !p || !selected;
	if (p && selected) redraw($("about"), el("h3", {}, p.name, el("small", {}, p.is.join(", "))), drawFacts(p.facts));
}

const drawFacts = facts => el("ul", {class: "facts"}, (facts || []).map(f => el("li", {}, f.text,
	f.name && drawNumber({what: f.name, total: f.total || 0, terms: f.terms}), f.facts && drawFacts(f.facts))));

// The question, and its answers.

function drawDecision() {
	if (show) return;
	drawLessons();
	const news = fresh.slice(-12);
	redraw($("happened"), moved && el("p", {class: "taken"}, moved), taken && news.length > 0 && el("p", {class: "taken"}, "Your answer: ", el("b", {}, taken)), news.map(l => drawLine(l, false)));
	$("happened").scrollTop = $("happened").scrollHeight; // the newest
	$("asks").textContent = asked ? asked.asks : end ? sentence(end.outcome) : waiting ? `Waiting for ${waiting}.` : "Waiting for houserule.";
	if (battle.you.length === 0) $("asks").textContent = end ? sentence(end.outcome) : `You watch. ${waiting || "Nobody"} is asked.`;
	if (end && end.error) problem(end.error);
	drawDetail();
	$("choose").hidden = !asked;
	$("tools").hidden = !plays();
	const replays = !!may.replay;
	const tools = [["Hint", "hint", asked], ["Odds", "odds", asked], [replays ? "Back" : "Undo", "undo", true, !!may.undo], [replays ? "Forth" : "Redo", "redo", true, !!may.redo], ["Play on from here", "take", replays], ["Review", "review", end]];
	redraw($("tools"), tools.filter(([, , when]) => when).map(([text, what, , works = true]) => button(text, doers[what], {"data-key": what, disabled: !works})),
		asked && asked.rule && button(`Rule ${asked.rule}`, () => ask({type: "rules", of: asked.rule}), {"data-key": "rule"}));
	redraw($("after"), (end && plays() || next) && drawAfter());
	document.querySelector("[data-do=rules]").hidden = !socket;
}

function drawLessons() {
	redraw($("lesson"), lessons.map(drawLesson));
	$("lesson").hidden = !$("lesson").textContent;
}

// drawLesson is a lesson without the sentences that name an act that the page does not have.
function drawLesson(sentences) {
	const list = sentences.map(s => s.parts.map(part => part.act ? actOf(part) : part.text)).filter(s => s.every(Boolean));
	return list.length > 0 && el("p", {}, list.map(s => [s.map(part => part.name === undefined ? part
		: part.run ? button(part.name, part.run, {class: "act", "data-key": part.key || "act " + part.name, disabled: part.works === false}) : el("b", {}, part.name)), " "]));
}

// actOf is an act of a lesson in the words of the page, with what a click does; null: the page
// does not have it.
function actOf({text, act}) {
	const [, ...words] = text.split(" "), name = sentence(act).slice(0, -1);
	const other = ((end || {}).others || []).find(o => o.scenario === words[0]);
	const option = () => asked && answers().find(o => o.text === text || o.answer === text);
	switch (act) {
	case "answer": return {name: text, key: "answer " + text, run: option() && (() => give(option()))};
	case "new": return other ? {name: other.title, run: () => ask({type: "again", scenario: other.scenario})} : null;
	case "help": return {name: "Keys", run: doers.keys};
	}
	if (!battle.commands.some(c => c.name === act)) return null;
	if (act === "options") return {name: "Answers", run: () => inside("options")};
	if (act === "show" && isThere(words[0])) return {name: words[0], run: () => select(words[0])};
	if (act === "rule") return {name: `Rule${words.length > 0 ? " " + words[0] : "s"}`, run: () => ask({type: "rules", of: words[0]})};
	if (words.length === 0 && doers[act]) return {name, run: doers[act], works: !(act === "undo" || act === "redo") || !!may[act]};
	if (/[A-Z]{2}/.test(text)) return {name: text, run: () => { $("answer").value = act + " "; $("answer").focus(); }};
	return {name: words.length > 0 ? text : name, run: () => ask({type: "command", text}, text)};
}

// drawAfter is what a player may do after the end, and how to follow one who leads elsewhere.
function drawAfter() {
	const lead = next && button("To the next battle", () => { location.hash = next; }, {"data-key": "next"});
	if (!end || !plays()) return lead;
	const link = battle.watch && new URL("/#" + battle.watch, location.href).href;
	return [
		lead || end.others && button("Again", () => ask({type: "again"}), {"data-key": "again"}),
		!next && end.others && end.others.length > 0 && el("label", {}, "Another battle ", el("select", {"data-key": "others", change: event => event.target.value && ask({type: "again", scenario: event.target.value})},
			el("option", {value: ""}, "choose ..."), end.others.map(o => el("option", {value: o.scenario}, o.title)))),
		end.others && button("Save the replay as a page", () => ask({type: "replay"}), {"data-key": "replay"}),
		link && el("label", {}, "Link to watch ", el("input", {type: "text", readonly: true, value: link, "data-key": "watch", click: event => event.target.select()})),
	];
}

// drawDetail is the question as the prompt asks it, without the answers that it lists.
function drawDetail() {
	const text = asked && listing ? listing.asks.replace(/ \([^()]*\)$/, "") : "";
	$("detail").textContent = text;
	$("detail").hidden = !text || text === asked.asks;
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1) + ".";

// answersAll reports whether an option answers one question only.
const answersAll = o => o.answer === o.text || o.answer.endsWith(" " + o.text);

// answers are the possible answers: with odds, the best first, once they are known, and
// then those that begin what a longer line says at once.
function answers() {
	if (answers.of === asked && answers.with === listing) return answers.known;
	const listed = (listing ? listing.options : []).map(worded);
	const said = new Set(listed.filter(o => answersAll(o)).map(o => o.answer));
	const rest = asked.options.filter(o => !said.has(o.text)).map(o => worded({text: o.text, answer: o.text, step: listed.length > 0}));
	return Object.assign(answers, {of: asked, with: listing, known: listed.concat(rest)}).known;
}

// give answers with an option.
function give(o) {
	if (second) selected = second = "";
	answer(answersAll(o) ? o.answer : o.text);
}

const most = 40; // answers that are listed at first

function drawOptions() {
	if (!asked || show || may.replay) return redraw($("options"));
	const all = answers(), typed = $("answer").value.trim().toLowerCase();
	let list = second ? both(selected, second) : selected ? about(selected) : all;
	const none = selected && list.length === 0;
	if (none) list = all;
	list = list.filter(o => o.text.toLowerCase().includes(typed));
	const more = whole ? 0 : list.length - most;
	$("chosen").hidden = !selected;
	redraw($("chosen"), el("b", {}, [selected, second].filter(Boolean).join(" \u2192 ")), " ", none ? "No answer names it. " : `${plural(list.length, "answer")}. `, button("Close", () => select(selected), {"data-key": "all"}));
	const heads = listing ? listing.heads : {}, used = what => list.some(o => o[what]) && heads[what] || "";
	const wins = used("wins") || used("worth");
	$("options").classList.toggle("no-wins", !wins);
	$("options").classList.toggle("no-odds", !used("odds"));
	redraw($("options"),
		listing && el("p", {class: "heads", "aria-hidden": "true"}, [heads.text, wins, used("odds")].map(h => el("span", {}, h))),
		el("ol", {"data-rove": true, "aria-label": "Answers"}, list.slice(0, more > 0 ? most : list.length).map(o => el("li", {}, drawOption(o, heads)))),
		listing && listing.method && el("p", {class: "faint"}, listing.method),
		more > 0 && button(`Show ${more} more`, () => { whole = true; drawOptions(); }, {"data-key": "more"}),
		list.length === 0 && el("p", {class: "faint"}, "No answer in the list has these words. Enter sends them all the same."),
		asked.count > asked.options.length && el("p", {class: "faint"}, `${asked.count - asked.options.length} more answers are possible: type one.`));
}

function drawOption(o, heads) {
	const number = what => el("span", {class: what}, o[what] && [what === "worth" ? el("small", {}, heads[what] + " ") : unseen(heads[what] + " "), o[what]]);
	return button([el("span", {class: "text"}, o.text), number(o.wins || !o.worth ? "wins" : "worth"), number("odds"), o.note && el("span", {class: "note"}, o.note)],
		() => give(o),
		{class: o.step ? "option step" : "option", "data-key": o.text});
}

// namesAt are the words for what is chosen: a unit, all that are alike, or a hex and the
// units in it.
function namesAt(name) {
	const here = unitsOf(board || blank).get(name), h = board && board.map && hexOf(name);
	const units = here && here.unit.name === name ? [here.unit] : h ? (h.stacks || []).flatMap(s => s.units || []) : [];
	return [name, ...units.flatMap(namesOf)];
}

$("typed").addEventListener("submit", event => {
	event.preventDefault();
	const text = $("answer").value.trim(), listed = $("options").querySelectorAll(".option");
	const word = text.split(/\s/)[0].toLowerCase();
	const command = battle.commands.find(c => c.name === word || c.short === word);
	if (command && text === word && doers[command.name]) doers[command.name]();
	else if (command) ask({type: "command", text}, text);
	else if (listed.length === 1) listed[0].click();
	else if (text) answer(text);
});
$("answer").addEventListener("input", drawOptions);

// Windows over the page.

function open(heading, ...inside) {
	$("heading").textContent = heading;
	$("text").replaceChildren(...inside);
	if (!$("dialog").open) $("dialog").showModal();
	$("text").scrollTop = 0;
}

const tell = text => open("houserule says", el("p", {}, text));

// drawReview is a review as a picture: the chance to win over the dice and the answers, of which
// the worst are marked and listed, and what changed it.
function drawReview(m) {
	const one = Math.max(0, battle.seats.findIndex(s => battle.you.includes(s.seat))), seats = battle.seats.length > 2 ? battle.seats.map((_, i) => i) : [one];
	const width = 640, height = 240, left = 44, chances = i => [m.start[i], ...m.moves.map(move => move.after[i])];
	const x = n => left + n * (width - left - 12) / Math.max(1, m.moves.length), y = chance => 10 + (1 - chance) * (height - 34);
	const percent = chance => `${(100 * chance).toFixed(1)} %`, signed = c => `${c > 0 ? "+" : ""}${(100 * c).toFixed(1)}`;
	const place = (k, i) => [x(k + 1), y(m.moves[k].after[i])];
	const own = i => `seat${i}`, name = battle.seats[one].seat;
	const mistakes = m.worst.map((k, rank) => ({k, rank: rank + 1, ...m.moves[k], at: battle.seats.findIndex(s => s.seat === m.moves[k].seat)}));
	const lost = e => (e.k > 0 ? m.moves[e.k - 1].after : m.start)[e.at] - e.after[e.at];
	return el("div", {},
		el("svg:svg", {class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The chance of ${name} to win: ${percent(m.start[one])} at the start, ${percent(m.sums[one].end)} at the end`},
			[0, .25, .5, .75, 1].map(c => [el("svg:line", {class: c === .5 ? "half" : "", x1: left, x2: width - 12, y1: y(c), y2: y(c)}), el("svg:text", {x: left - 6, y: y(c) + 4, "text-anchor": "end"}, `${100 * c} %`)]),
			el("svg:text", {x: (left + width) / 2, y: height - 4, "text-anchor": "middle"}, `dice and answers, 1 to ${m.moves.length}`),
			seats.map(i => el("svg:polyline", {class: own(i), points: points(chances(i).map((c, n) => [x(n), y(c)]))})),
			m.moves.map((move, k) => seats.length === 1 && move.seat && el("svg:circle", {class: own(seatOf(move.seat)), cx: place(k, one)[0], cy: place(k, one)[1], r: 2.5}, el("svg:title", {}, `${move.where}: ${move.seat}: ${move.text}, ${percent(move.after[one])}`))),
			mistakes.map(e => [el("svg:circle", {class: "mistake", cx: place(e.k, seats.length > 1 ? e.at : one)[0], cy: place(e.k, seats.length > 1 ? e.at : one)[1], r: 9}), el("svg:text", {class: "mistake", x: place(e.k, seats.length > 1 ? e.at : one)[0], y: place(e.k, seats.length > 1 ? e.at : one)[1] + 4, "text-anchor": "middle"}, String(e.rank))])),
		el("p", {class: "faint"}, seats.length > 1 ? "The chance of each side to win." : `The chance of ${name} to win. A point is an answer; between points fall dice.`),
		el("h3", {}, "The worst answers"),
		mistakes.length > 0 ? el("ol", {class: "mistakes"}, mistakes.map(e => el("li", {}, el("b", {}, e.rank), el("p", {}, `${e.where}, ${e.seat}: `, el("b", {}, e.text), ` lost ${(100 * lost(e)).toFixed(1)} points`, e.better && [". Better: ", el("b", {}, e.better)])))) : el("p", {}, "No answer is known to have cost anything."),
		el("h3", {}, "What changed the chances, in points"),
		el("table", {class: "sums"}, el("thead", {}, el("tr", {}, ["", "start", "luck", "own answers", "of others", "end"].map(h => el("th", {scope: "col"}, h)))),
			el("tbody", {}, m.sums.map((s, i) => el("tr", {class: own(i)}, el("th", {scope: "row"}, battle.seats[i].seat), [percent(m.start[i]), signed(s.luck), signed(s.own), signed(s.others), percent(s.end)].map(text => el("td", {}, text)))))),
		el("details", {}, el("summary", {}, "In words"), el("pre", {}, m.text)));
}

function drawRules(m) {
	if (m.rules.length === 0) {
		const [first, ...rest] = m.text.split("\n");
		return open(first, rest.map(text => el("p", {}, text)).concat(button("All rules", doers.rules)).reduce((all, part) => (all.append(part), all), el("div", {})));
	}
	open("Rules", el("ul", {class: "rules"}, m.rules.map(r => el("li", {}, button([el("b", {}, r.id), " ", r.title], () => ask({type: "rules", of: r.id}))))));
}

const doers = {
	hint: () => ask({type: "hint"}),
	odds: () => ask({type: "odds"}),
	undo: () => ask({type: "undo"}),
	redo: () => ask({type: "redo"}),
	review: () => ask({type: "review"}),
	take: () => ask({type: "command", text: "take"}),
	rules: () => ask({type: "rules"}),
	keys: () => open("Keys", el("table", {}, el("tbody", {}, keys.filter(k => show ? k.replay !== false : !k.replay).map(k => el("tr", {}, el("th", {scope: "row"}, k.name), el("td", {}, k.text))))),
		el("div", {}, !show && battle.commands.length > 0 && [el("h3", {}, "To type in place of an answer"),
			el("table", {}, el("tbody", {}, battle.commands.map(c => el("tr", {}, el("th", {scope: "row"}, `${c.name} ${c.usage || ""}`), el("td", {}, c.text)))))]),
		el("label", {}, el("input", {type: "checkbox", checked: single, change: event => { single = event.target.checked; }}), " Single keys work")),
	close: () => { if (selected) select(selected); $("answer").value = ""; drawOptions(); if (document.activeElement === $("answer")) inside("options"); },
};

// Keys.

let single = true; // keys without Ctrl or Alt work

const go = id => { $(id).focus(); $(id).scrollIntoView({block: "nearest"}); };
const inside = id => ($(id).querySelector("[tabindex='0']") || $(id)).focus();

// The keys. Replay is true for those of a replay, and false for those of both.
const keys = [
	{name: "b", keys: ["b"], text: "to the board; arrows move in it, Enter chooses", run: () => ($("board").querySelector(":is(.unit, .hex)[tabindex='0']") || $("board").querySelector("[tabindex='0']") || $("board")).focus(), replay: false},
	{name: "a", keys: ["a"], text: "to the answers; arrows move, Enter answers", run: () => inside("options")},
	{name: "/", keys: ["/"], text: "find an answer, or type one", run: () => $("answer").focus()},
	{name: "1 to 9", keys: [..."123456789"], text: "to that answer of the list", run: key => { const b = $("options").querySelectorAll(".option")[key - 1]; if (b) b.focus(); }},
	{name: "l", keys: ["l"], text: "to the log", run: () => $("lines").focus(), replay: false},
	{name: "i", keys: ["i"], text: "to the facts about what is chosen", run: () => $("about").focus(), replay: false},
	{name: "Esc", keys: ["Escape"], text: "choose nothing, leave the field", run: () => doers.close(), replay: false},
	{name: "h", keys: ["h"], text: "hint", run: () => plays() && asked && doers.hint()},
	{name: "o", keys: ["o"], text: "exact odds", run: () => plays() && asked && doers.odds()},
	{name: "u", keys: ["u"], text: "undo", run: () => plays() && doers.undo()},
	{name: "r", keys: ["r"], text: "redo", run: () => plays() && doers.redo()},
	{name: "v", keys: ["v"], text: "review, at the end", run: () => plays() && end && doers.review()},
	{name: "k", keys: ["k"], text: "rules", run: () => doers.rules()},
	{name: "Right, Left", keys: ["ArrowRight", "ArrowLeft"], text: "a step forwards or backwards", run: key => step(show.at + (key === "ArrowRight" ? 1 : -1)), replay: true},
	{name: "Page Down, Page Up", keys: ["PageDown", "PageUp"], text: "a round forwards or backwards", run: key => round(key === "PageDown" ? 1 : -1), replay: true},
	{name: "Home, End", keys: ["Home", "End"], text: "to the beginning or the end", run: key => step(key === "Home" ? 0 : show.frames.length - 1), replay: true},
	{name: "p", keys: ["p"], text: "play, or stop", run: () => play(), replay: true},
	{name: "+, -", keys: ["+", "-"], text: "a larger or smaller map", run: key => board && board.map && rescale(key === "+" ? 1.25 : .8), replay: false},
	{name: "?", keys: ["?"], text: "these keys", run: () => doers.keys(), replay: false},
];

document.addEventListener("keydown", event => {
	if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || $("dialog").open) return;
	const typing = event.target.matches("input[type=text]"), group = event.target.closest("[data-rove]");
	if (group && event.key.startsWith("Arrow") && rove(group, event.target, event.key)) return event.preventDefault();
	if (typing && event.key === "ArrowDown") { event.preventDefault(); return inside("options"); }
	const moves = event.key.length > 1 && event.key !== "Escape"; // in a slider, or in the log
	if (typing && event.key !== "Escape" || moves && event.target.matches("input, #lines")) return;
	const k = keys.find(k => k.keys.includes(event.key) && (show ? k.replay !== undefined : !k.replay));
	if (!k || !single && event.key.length === 1) return;
	event.preventDefault();
	k.run(event.key);
});

// settle makes one element of a group the one that Tab reaches.
function settle(group) {
	const all = [...group.querySelectorAll("[data-key]")];
	const now = all.find(e => e.matches(".acting, .selected, .shown")) || all[0];
	for (const e of all) e.setAttribute("tabindex", e === now ? "0" : "-1");
}

// rove moves the focus in a group to the nearest element in the direction of an arrow.
function rove(group, from, key) {
	const across = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
	const center = e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
	const [x, y] = center(from);
	let best = null, least = Infinity;
	for (const e of group.querySelectorAll("[data-key]")) {
		const [dx, dy] = center(e).map((n, i) => n - [x, y][i]);
		const wide = e.matches(".thing") ? from.getBoundingClientRect().width / 2 + e.getBoundingClientRect().width / 2 : 0; // it is below what it overlaps
		const along = sign * (across ? dx : dy), aside = Math.max(0, Math.abs(across ? dy : dx) - (across ? 0 : wide));
		const far = along + 3 * aside;
		if (along > 2 && far < least) [best, least] = [e, far];
	}
	if (!best) return false;
	for (const e of group.querySelectorAll("[tabindex='0']")) e.setAttribute("tabindex", "-1");
	best.setAttribute("tabindex", "0");
	best.focus();
	return true;
}

// A replay.

// patched is a value with a change: a JSON Merge Patch (RFC 7386) that also goes into lists.
// The value stays as it is, and the result shares with it what does not change.
function patched(value, change) {
	if (change === null || typeof change !== "object" || Array.isArray(change)) return change;
	const made = Array.isArray(value) ? [...value] : {...value};
	for (const [name, part] of Object.entries(change)) {
		if (part === null) delete made[name];
		else made[name] = patched(made[name], part);
	}
	return made;
}

// film puts messages into frames: one for each board, with the lines up to it, the answer
// that led there, and the place of the message, for pages.
function film(messages) {
	const f = {frames: [], messages, at: 0, lines: [], timer: 0};
	let seat = "", said = null, board = null;
	messages.forEach((m, i) => {
		const last = f.frames[f.frames.length - 1];
		switch (m.type) {
		case "battle": receive(m); break;
		case "told": f.lines.push(...m.lines); break;
		case "board":
			board = patched(board, m.change);
			f.frames.push({board, lines: f.lines.length, said, pages: i});
			said = null;
			break;
		case "page": last.pages = i; break;
		case "waiting": seat = last.next = m.seat; break;
		case "taken": said = {seat, text: m.text}; break;
		case "end": last.end = m; break;
		}
	});
	return f;
}

// pageAt is the page of a unit at the present frame.
function pageAt(name) {
	for (let i = show.frames[show.at].pages; i >= 0; i--) {
		const m = show.messages[i];
		if (m.type === "page" && m.page.name === name) return m.page;
	}
	return null;
}

function startReplay(messages) {
	show = film(messages);
	$("lines").replaceChildren(...show.lines.map(l => drawLine(l, false)));
	$("log").hidden = false;
	$("replay").hidden = false;
	const last = show.frames.length - 1;
	const control = (text, label, run) => button(text, run, {"aria-label": label, title: label});
	$("replay").replaceChildren(
		el("div", {class: "transport"}, control("«", "To the beginning", () => step(0)), control("‹", "A step back", () => step(show.at - 1)),
			button("Play", () => play(), {id: "play"}), control("›", "A step forwards", () => step(show.at + 1)), control("»", "To the end", () => step(last))),
		el("input", {type: "range", id: "slider", min: 0, max: last, value: 0, "aria-label": "Step", input: event => step(Number(event.target.value))}),
		el("p", {class: "faint", id: "place"}));
	step(0);
}

// step shows a frame.
function step(to) {
	const last = show.frames.length - 1;
	to = Math.max(0, Math.min(last, to));
	if (to === last && show.timer) play();
	show.at = to;
	const f = show.frames[to], before = to > 0 ? show.frames[to - 1].lines : 0;
	board = f.board;
	past = to > 0 ? show.frames[to - 1].board : null;
	fresh = show.lines.slice(before, f.lines);
	[...$("lines").children].forEach((e, i) => {
		e.hidden = i >= f.lines;
		e.classList.toggle("now", i >= before && i < f.lines);
	});
	$("lines").scrollTop = $("lines").scrollHeight;
	drawHead();
	drawBoard();
	$("slider").value = to;
	$("slider").setAttribute("aria-valuetext", `${to + 1} of ${last + 1}, ${board.scene}`);
	$("place").textContent = `Step ${to + 1} of ${last + 1}`;
	const news = fresh;
	$("asks").textContent = f.end ? sentence(f.end.outcome) : f.next ? `${f.next.charAt(0).toUpperCase()}${f.next.slice(1)} is asked.` : "The journal ends here.";
	redraw($("happened"), f.said && el("p", {class: "taken"}, `${f.said.seat}: `, el("b", {}, f.said.text)), news.map(l => drawLine(l, true)));
	if (selected) drawAbout(pageAt(selected));
	say([f.said && `${f.said.seat}: ${f.said.text}`, ...news.slice(0, 12).map(l => l.text), $("asks").textContent].filter(Boolean).join(". "));
}

// round goes to the frame where the first part of the scene changes.
function round(way) {
	const part = i => show.frames[i].board.scene.split(",")[0];
	let to = show.at + way;
	while (to > 0 && to < show.frames.length - 1 && part(to) === part(show.at)) to += way;
	while (way < 0 && to > 0 && part(to - 1) === part(to)) to--;
	step(to);
}

// play goes on by itself, or stops.
function play() {
	clearInterval(show.timer);
	if (show.timer) show.timer = 0;
	else {
		if (show.at === show.frames.length - 1) step(0);
		show.timer = setInterval(() => step(show.at + 1), 1500);
	}
	$("play").textContent = show.timer ? "Stop" : "Play";
}

for (const b of document.querySelectorAll("[data-go]")) b.addEventListener("click", () => go(b.dataset.go));
for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => doers[b.dataset.do]());

const data = $("messages");
if (data) startReplay(JSON.parse(data.textContent));
else {
	addEventListener("hashchange", () => location.reload()); // another link
	connect(500);
}
})();
