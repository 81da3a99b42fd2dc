export interface PageRequest {
  /** Only rows beyond this id, in the order of the list. */
  cursor: string;
  count: number;
}

/** So few that a page is a few hundred kilobytes at most. */
const rowsPerPage = 200;
/** The start of a list that has its newest, or its oldest rows first. */
const newestFirst = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const oldestFirst = '00000000-0000-0000-0000-000000000000';

/**
 * What a person's rows are exported as. Each page is a statement of its own, and the next one is read when the
 * last one has been taken: what is exported is never in memory as a whole, and a reader who leaves ends the reading.
 */
export async function* pagesOf<Row extends { id: string }, Exported>(
  readPage: (request: PageRequest) => Promise<readonly Row[]>,
  exportedFrom: (row: Row) => Exported,
  start = newestFirst,
): AsyncGenerator<Exported[]> {
  for (let cursor: string | undefined = start; cursor !== undefined; ) {
    const rows: readonly Row[] = await readPage({ cursor, count: rowsPerPage });
    if (rows.length > 0) yield rows.map(exportedFrom);
    cursor = rows.length < rowsPerPage ? undefined : rows.at(-1)?.id;
  }
}

/** A JSON object, piece by piece. A field is a value, a function that reads one, or the pages of a list; undefined is left out. */
export async function* streamJson(
  fields: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, field] of Object.entries(fields)) {
    const value = typeof field === 'function' ? await field() : field;
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isPages(value)) yield* streamList(value);
    else yield JSON.stringify(value);
  }
  yield separator === '{' ? '{}' : '}';
}

async function* streamList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    yield separator + page.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function isPages(value: unknown): value is AsyncIterable<readonly unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
