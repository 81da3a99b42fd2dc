import { checkFacts } from '#contract/instruments/facts.ts';
import { type Kind, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { inLanguage } from '#contract/language.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import type { Text } from '#contract/text.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { attributesOf } from '../instruments/kind-attributes.ts';
import { sayKindDetails } from '../instruments/say-kind.ts';
import { plainName } from './column-names.ts';

/*
 * Columns that answer what buyers ask about an instrument need no mapping: `fact:violin-size` and `check:cracks`, as the export
 * calls them, or what the question is called in a language of the shop, such as 'Größe', which means something else for each kind.
 */

/** Answers of a row, by the ids of what its kind is asked. */
export interface RowAnswers {
  facts: Record<string, string | number>;
  checks: Record<string, string>;
  /** What is wrong with those of columns that are named by an id: others are left out. */
  errors: { column: string; value: string; message: Text | string }[];
}

interface Question {
  field: 'facts' | 'checks';
  id: string;
  /** As each language says it. */
  labels: string[];
  /** The ids of answers, by what they are called in each language. */
  values: Map<string, string>;
}

interface AnswerColumn {
  index: number;
  column: string;
  question: Question;
  isNamed: boolean;
}

/** The columns that are read as answers for some kind. */
export function answerColumnsOf(
  columns: readonly string[],
  languages: readonly LoadedLanguage[],
): string[] {
  const all = shopInstruments().kinds.map((kind) => questionsOf(kind, languages));
  return columns.filter((column) => {
    const name = plainName(column);
    return all.some(({ byId, byLabel }) => byId.has(column.trim()) || byLabel.has(name));
  });
}

/** The answers of a row about an instrument of this kind, in columns that no field takes. */
export function readAnswers(
  cells: readonly string[],
  kind: Kind,
  {
    columns,
    taken,
    languages,
    saysYes,
  }: {
    columns: readonly string[];
    /** The columns of fields. */
    taken: ReadonlySet<string>;
    languages: readonly LoadedLanguage[];
    /** Whether a text says yes or no; the text itself when it says neither. */
    saysYes: (text: string) => boolean | string;
  },
): RowAnswers {
  const answers: RowAnswers = { facts: {}, checks: {}, errors: [] };
  for (const { index, column, question, isNamed } of columnsOf(columns, taken, kind, languages)) {
    const value = cells[index]?.trim();
    if (!value) continue;
    const { field, id } = question;
    const answer = answerOf(value, question, kind, saysYes);
    const [error] =
      field === 'facts'
        ? checkFacts({ attributes: attributesOf(kind) }, { [id]: answer }).errors
        : [];
    if (error && isNamed) answers.errors.push({ column, value, message: error.message });
    else if (!error && field === 'facts') answers.facts[id] = answer;
    else if (!error) answers.checks[id] = String(answer);
  }
  return answers;
}

/** A file may have hundreds of columns, and each row asks for them. */
const plainNames = new WeakMap<readonly string[], readonly string[]>();

function columnsOf(
  columns: readonly string[],
  taken: ReadonlySet<string>,
  kind: Kind,
  languages: readonly LoadedLanguage[],
): AnswerColumn[] {
  const { byId, byLabel } = questionsOf(kind, languages);
  const names = plainNames.get(columns) ?? columns.map(plainName);
  plainNames.set(columns, names);
  const found = columns.flatMap((column, index): AnswerColumn[] => {
    if (taken.has(column)) return [];
    const named = byId.get(column.trim());
    const question = named ?? byLabel.get(names[index] ?? '');
    return question ? [{ index, column, question, isNamed: named !== undefined }] : [];
  });
  // What an id says is read last, so that it decides.
  return found.sort((one, other) => Number(one.isNamed) - Number(other.isNamed));
}

const idOf = ({ field, id }: Question) => `${field === 'facts' ? 'fact' : 'check'}:${id}`;

function answerOf(
  text: string,
  { field, id, values }: Question,
  kind: Kind,
  saysYes: (text: string) => boolean | string,
): string | number {
  const attribute = attributesOf(kind).find((one) => one.id === id);
  if (field === 'checks' || attribute?.type === 'yesno') {
    const said = saysYes(text);
    return typeof said === 'boolean' ? (said ? 'yes' : 'no') : 'unknown';
  }
  if (attribute?.type === 'number') {
    const number = Number.parseFloat(text.replace(',', '.'));
    return Number.isNaN(number) ? text : number;
  }
  return values.get(text.toLowerCase()) ?? text;
}

/** Of questions with the same label the first counts. */
interface Questions {
  byId: ReadonlyMap<string, Question>;
  byLabel: ReadonlyMap<string, Question>;
}

const known = perShop(() => new WeakMap<readonly LoadedLanguage[], Map<string, Questions>>());

/** What a kind is asked, with what it is called in each language. */
function questionsOf(kind: Kind, languages: readonly LoadedLanguage[]): Questions {
  const byKind = known().get(languages) ?? new Map<string, Questions>();
  known().set(languages, byKind);
  const before = byKind.get(kind.kind);
  if (before) return before;
  const said = languages.map(({ i18n }) => inLanguage(i18n, () => sayKindDetails(kind)));
  const [first] = said;
  const facts = (first?.attributes ?? [])
    .filter(({ field }) => field === undefined)
    .map(({ id }): Question => {
      const each = said.flatMap(({ attributes }) => attributes.filter((one) => one.id === id));
      const values = each.flatMap((one) => one.values ?? []);
      return {
        field: 'facts',
        id,
        labels: each.map(({ label }) => plainName(label)),
        values: new Map(
          values.flatMap((value) => [
            [value.id.toLowerCase(), value.id] as const,
            [value.label.toLowerCase(), value.id] as const,
          ]),
        ),
      };
    });
  const checks = (first?.checks ?? []).map(({ id }): Question => {
    const each = said.flatMap((one) => one.checks.filter((check) => check.id === id));
    const labels = each.map(({ ask }) => plainName(ask));
    return { field: 'checks', id, labels, values: new Map() };
  });
  const all = [...facts, ...checks];
  const labelled = all.flatMap((one) => one.labels.map((label) => [label, one] as const));
  const questions = {
    byId: new Map(all.map((one) => [idOf(one), one])),
    byLabel: new Map(labelled.toReversed()),
  };
  byKind.set(kind.kind, questions);
  return questions;
}
