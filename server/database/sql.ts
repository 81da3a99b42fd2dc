import type { Statement, StatementRunner, TransactionStatements } from './pooled-client.ts';

/** A value in a statement: a parameter or a fragment. `undefined` is refused. */
export type SqlValue = SqlParameter | Fragment;
export type SqlParameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly SqlParameter[];

/** A part of a statement with its parameters, for use in other statements. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];

  constructor(strings: readonly string[], values: readonly SqlValue[]) {
    this.strings = strings;
    this.values = values;
  }
}

export type Row = Record<string, unknown>;

/**
 * A template tag for SQL: values become parameters, fragments become part of the text. The statement is sent when it is
 * awaited and resolves with its rows. It is prepared once per connection. Pass lists as arrays, `id = any(${ids})`, and JSON
 * as text.
 */
export type Sql = <Rows extends readonly object[] = Row[]>(
  strings: TemplateStringsArray,
  ...values: readonly SqlValue[]
) => Fragment & Promise<Rows>;

/** The tag whose statements this runner executes. */
export function sqlOn(runner: StatementRunner): Sql {
  return <Rows extends readonly object[]>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ) => new SqlStatement<Rows>(runner, strings, values);
}

/** A tag for statements of a transaction whose results are not needed. */
export type SqlWrite = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) => void;

/** The tag for statements that are sent without waiting for their results. */
export function sqlWritesOn(statements: TransactionStatements): SqlWrite {
  return (strings, ...values) => statements.write(statementOf(new Fragment(strings, values)));
}

/** A constant text of the program as a fragment. Never call it with input. */
export function rawSql(text: string): Fragment {
  return new Fragment([text], []);
}

class SqlStatement<Rows extends readonly object[]> extends Fragment implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'SqlStatement';
  readonly #runner: StatementRunner;
  #rows: Promise<Rows> | undefined;

  constructor(runner: StatementRunner, strings: readonly string[], values: readonly SqlValue[]) {
    super(strings, values);
    this.#runner = runner;
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is sent when it is awaited, so that fragments never are.
  then<Result = Rows, Failure = never>(
    onRows?: ((rows: Rows) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    this.#rows ??= this.#run();
    return this.#rows.then(onRows, onError);
  }

  catch<Failure = never>(
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Rows | Failure> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows> {
    return this.then().finally(onEnd);
  }

  async #run(): Promise<Rows> {
    const { rows } = await this.#runner.run(statementOf(this));
    return rows as unknown as Rows; // The caller says which columns the statement has.
  }
}

/** Texts of templates without fragments, which are the same each time. */
const fixedTexts = new WeakMap<readonly string[], string>();

function statementOf(fragment: Fragment): Statement {
  if (fragment.values.some(isFragment)) return assembled(fragment);
  let text = fixedTexts.get(fragment.strings);
  if (text === undefined) {
    text = assembled(fragment).text;
    fixedTexts.set(fragment.strings, text);
  }
  return { text, values: fragment.values.map(requireDefined) };
}

function assembled(fragment: Fragment): Statement {
  let text = '';
  const values: unknown[] = [];
  const append = (part: Fragment) => {
    for (const [index, string] of part.strings.entries()) {
      text += string;
      if (index >= part.values.length) continue;
      const value = part.values[index];
      if (isFragment(value)) append(value);
      else text += `$${values.push(requireDefined(value))}`;
    }
  };
  append(fragment);
  return { text, values };
}

/** By class, not by its fields: what somebody sent as JSON may have any fields. */
function isFragment(value: unknown): value is Fragment {
  return value instanceof Fragment;
}

/** The driver would store it as null. */
function requireDefined(value: unknown): unknown {
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined');
  return value;
}
