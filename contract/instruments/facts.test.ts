import { expect, it } from 'vitest';
import { checkChecks, checkFacts, maxAnswers } from './facts.ts';

const violin = {
  attributes: [
    { id: 'violin-size', type: 'choice', values: [{ id: '4/4' }, { id: '3/4' }, { id: 'lady' }] },
    { id: 'body-length', type: 'number', min: 20, max: 40 },
    { id: 'smoke-free', type: 'yesno' },
    { id: 'serviced', type: 'month' },
    { id: 'made-in', type: 'country' },
    { id: 'story', type: 'text' },
    { id: 'brand', type: 'suggest', field: 'brand' },
    { id: 'era', type: 'text', former: true },
  ],
  checks: [{ id: 'cracks' }, { id: 'open-seams' }, { id: 'mute', former: true as const }],
};
const sizes = violin.attributes.map((attribute) =>
  attribute.id === 'violin-size' ? { ...attribute, formerValues: ['lady'] } : attribute,
);
const faultsOf = (facts: Record<string, unknown>) =>
  checkFacts(violin, facts).errors.map(({ field }) => field);

it('facts in the forms of their attributes are read', () => {
  const facts = {
    'violin-size': '3/4',
    'body-length': 33.5,
    'smoke-free': 'yes',
    serviced: '2024-05',
    'made-in': 'DE',
    story: '  Played in the pit  ',
  };
  const { answers, former, errors } = checkFacts(violin, facts);
  expect(errors).toEqual([]);
  expect(former).toEqual({});
  expect(answers).toEqual({ ...facts, story: 'Played in the pit' });
});

it.each([
  ['violin-size', '5/4'],
  ['violin-size', 3],
  ['violin-size', ['3/4']],
  ['body-length', '33'],
  ['body-length', 19.9],
  ['body-length', Number.NaN],
  ['smoke-free', true],
  ['serviced', '2024-13'],
  ['serviced', '2024-05-01'],
  ['made-in', 'Germany'],
  ['story', 'two\nlines'],
  ['story', 'x'.repeat(121)],
  ['story', ''],
  ['brand', 'Stentor'],
  ['strings', '4'],
  ['__proto__', '4'],
  ['constructor', '4'],
])('the fact %s: %j is refused by the name of its field', (id, answer) => {
  expect(faultsOf(JSON.parse(`{${JSON.stringify(id)}:${JSON.stringify(answer)}}`))).toEqual([
    `facts.${id}`,
  ]);
});

it('a former attribute and a former value are kept apart from what is asked', () => {
  const facts = { 'violin-size': 'lady', era: 'romantic', 'smoke-free': 'no' };
  const { answers, former, errors } = checkFacts({ attributes: sizes }, facts);
  expect(errors).toEqual([]);
  expect(answers).toEqual({ 'smoke-free': 'no' });
  expect(former).toEqual({ 'violin-size': 'lady', era: 'romantic' });
});

it('more answers than questions are refused as a whole', () => {
  const many = Object.fromEntries(Array.from({ length: maxAnswers + 1 }, (_, at) => [`a${at}`, 1]));
  expect(faultsOf(many)).toEqual(['facts']);
});

it('the answers to checks are yes, no or unknown, and former ones are kept apart', () => {
  const answers = { cracks: 'no', 'open-seams': 'unknown', mute: 'yes' };
  const read = checkChecks(violin, answers);
  expect(read.errors).toEqual([]);
  expect(read.answers).toEqual({ cracks: 'no', 'open-seams': 'unknown' });
  expect(read.former).toEqual({ mute: 'yes' });
  const wrong = checkChecks(violin, { cracks: 'perhaps', valves: 'yes' });
  expect(wrong.errors.map(({ field }) => field)).toEqual(['checks.cracks', 'checks.valves']);
});
