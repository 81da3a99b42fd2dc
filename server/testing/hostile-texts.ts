import { limits } from '#contract/constants.ts';

const script = '<script>alert("1")</script>';
const markup = `</script><img src=x onerror=alert(1)>${script}<!-- ]]> & &amp; ' " \` \${x}`;

/** Repeats `filling` after `beginning` up to this length. */
const padTo = (beginning: string, length: number, filling: string) =>
  (beginning + filling.repeat(length)).slice(0, length).trim().padEnd(length, '.');

/** Names and descriptions that try to break pages: markup, code, unusual scripts, and the longest that are allowed. */
export const hostileTexts: Readonly<Record<string, { name: string; description: string }>> = {
  'longest, in one word': {
    name: 'W'.repeat(limits.nameLength),
    description: 'ŵ'.repeat(limits.descriptionLength),
  },
  'longest, with markup': {
    name: padTo(script, limits.nameLength, ' violin'),
    description: padTo(markup, limits.descriptionLength, '\nline <b>two</b>'),
  },
  emoji: {
    name: 'Trumpet 🎺 👩‍🎤 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301',
    description: '🎷'.repeat(limits.descriptionLength / 2),
  },
  'right to left': {
    name: 'عود دمشقي \u202egnp.exe\u202c עוּד',
    description: 'عود قديم من دمشق، صوته دافئ. '.repeat(20).trim(),
  },
  'what other languages take for code': {
    name: "'; drop table products; -- {{7*7}} #{7*7} %s %00 \\u0000",
    description: `${markup}\n\n\tA tab, a line\r\nand a line of another kind.`,
  },
};
