import { countries } from '#contract/delivery/countries.ts';
import { msg, type Text } from '#contract/text.ts';
import { requiredLine } from '../fields.ts';

/** What says the form of an answer: an attribute of the data, or one of the reply of GET /kinds/{id}. */
export interface AskedAttribute {
  id: string;
  type: string;
  values?: readonly { id: string }[] | undefined;
  min?: number | undefined;
  max?: number | undefined;
  field?: string | undefined;
  former?: boolean | undefined;
  formerValues?: readonly string[] | undefined;
}

export interface AskedCheck {
  id: string;
  former?: boolean | undefined;
}

/** A number for a number, `yes` or `no`, or the text of the other types: the id of a value, `2024-05`, `JP`. */
export type Fact = string | number;
export const checkAnswers = ['yes', 'no', 'unknown'] as const;
export type CheckAnswer = (typeof checkAnswers)[number];

interface Checked<Answer> {
  answers: Record<string, Answer>;
  /** The facts that only older listings have. */
  former: Record<string, Answer>;
  /** What is wrong, by the name of its field, such as `facts.violin-size`. */
  errors: { field: string; message: Text | string }[];
}

/** No kind has so many questions; with more answers, none is read. */
export const maxAnswers = 60;
const factLength = 120;

/** Reads the facts about an instrument of this kind, each in the form that its attribute has. */
export function checkFacts(
  { attributes }: { attributes: readonly AskedAttribute[] },
  facts: Readonly<Record<string, unknown>>,
): Checked<Fact> {
  return readAnswers('facts', attributes, facts, {
    read: readFact,
    isFormer: ({ former, formerValues = [] }, fact) =>
      former === true || formerValues.includes(String(fact)),
  });
}

/** Reads the answers to the checks of this kind. */
export function checkChecks(
  { checks }: { checks: readonly AskedCheck[] },
  answers: Readonly<Record<string, unknown>>,
): Checked<CheckAnswer> {
  return readAnswers('checks', checks, answers, {
    read: (_, answer) =>
      answer === 'yes' || answer === 'no' || answer === 'unknown'
        ? { answer }
        : { message: msg`Answer yes, no or unknown` },
    isFormer: ({ former }) => former === true,
  });
}

type Read<Answer> = { answer: Answer } | { message: Text | string };

interface Reading<Asked, Answer> {
  read: (asked: Asked, answer: unknown) => Read<Answer>;
  isFormer: (asked: Asked, answer: Answer) => boolean;
}

function readAnswers<Asked extends { id: string }, Answer>(
  field: 'facts' | 'checks',
  asked: readonly Asked[],
  given: Readonly<Record<string, unknown>>,
  { read, isFormer }: Reading<Asked, Answer>,
): Checked<Answer> {
  const checked: Checked<Answer> = { answers: {}, former: {}, errors: [] };
  const entries = Object.entries(given);
  if (entries.length > maxAnswers) {
    checked.errors.push({ field, message: msg`These are more answers than questions` });
    return checked;
  }
  const byId = new Map(asked.map((one) => [one.id, one]));
  for (const [id, answer] of entries) {
    const one = byId.get(id);
    const found = one
      ? read(one, answer)
      : { message: msg`This does not apply to this kind of instrument` };
    if ('message' in found) checked.errors.push({ field: `${field}.${id}`, ...found });
    else if (one && isFormer(one, found.answer)) checked.former[id] = found.answer;
    else checked.answers[id] = found.answer;
  }
  return checked;
}

const line = requiredLine(msg`Fill this in, or leave it out`, factLength);

function readFact(attribute: AskedAttribute, answer: unknown): Read<Fact> {
  const { type, values = [], field, min = 0, max = 0 } = attribute;
  if (field !== undefined) return { message: msg`The field ${field} of the listing says this` };
  if (type === 'number') {
    return typeof answer === 'number' && answer >= min && answer <= max
      ? { answer }
      : { message: msg`Enter a number from ${min} to ${max}` };
  }
  const parsed = line.safeParse(answer);
  if (!parsed.success) return { message: parsed.error.issues[0]?.message ?? '' };
  const message = faultOf(parsed.data, type, values);
  return message ? { message } : { answer: parsed.data };
}

function faultOf(fact: string, type: string, values: readonly { id: string }[]): Text | undefined {
  switch (type) {
    case 'choice':
      return values.some(({ id }) => id === fact) ? undefined : msg`Choose one of the answers`;
    case 'yesno':
      return ['yes', 'no'].includes(fact) ? undefined : msg`Answer yes or no`;
    case 'month':
      return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(fact)
        ? undefined
        : msg`Enter a month, such as 2024-05`;
    case 'country':
      return countries.includes(fact) ? undefined : msg`Choose a country`;
    default:
      return undefined;
  }
}
