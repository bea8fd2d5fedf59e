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

let roll = random(0);
lines.on('line', (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case 'hello':
      say({ type: 'ready', protocol: 1, name: 'bot.js' });
      break;
    case 'battle':
      roll = random(message.dice);
      break;
    case 'asked':
      say({ type: 'answer', question: message.question, option: Math.floor(roll() * message.options.length) });
      break;
    case 'refused':
      console.error(message.error);
      process.exit(1);
  }
});
