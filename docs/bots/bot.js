// A bot for houserule: it takes options at random, from the dice that houserule gives it.
//
//     houserule battle skirmish --players "run:node bot.js,greedy"
//
// Messages are JSON, one a line: docs/protocol.md explains them.
const lines = require('readline').createInterface({ input: process.stdin });

function say(message) {
  process.stdout.write(JSON.stringify(message) + '\n');
}

// random returns a function that returns numbers from 0 up to, but without, 1: the same
// ones for the same seed.
function random(seed) {
  let state = seed % 4294967296;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const rolls = {}; // by the number of the battle
lines.on('line', (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case 'hello':
      say({ type: 'ready', protocol: 1, name: 'bot.js', battles: 64 });
      break;
    case 'battle':
      rolls[message.battle] = random(message.dice);
      break;
    case 'asked':
      const option = Math.floor(rolls[message.battle]() * message.options.length);
      say({ type: 'answer', battle: message.battle, question: message.question, option });
      break;
    case 'refused':
      console.error(message.error);
      process.exit(1);
  }
});
