import { createHash } from 'node:crypto';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

type AdapterFactory = (options: BetterAuthOptions) => DBAdapter;

/**
 * Stores digests of session tokens, so that a leaked database lets no one sign in. Better Auth has an option for that
 * for the links that it mails (`verification.storeIdentifier`), but none for sessions: this wraps its adapter. Better
 * Auth goes on working with the tokens of the cookies. Sessions are listed and ended by their ids (`sessions.ts`),
 * because a list knows no tokens, and a digest in the place of a token selects nothing.
 */
export function withHashedSessionTokens(createAdapter: AdapterFactory): AdapterFactory {
  return (options) => {
    const adapter = createAdapter(options);
    return {
      ...adapter,
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((inner) => work({ ...inner, ...hashing(inner) })),
    };
  };
}

function digestOf(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex')}`;
}

type Wrapped = Pick<
  DBTransactionAdapter,
  | 'create'
  | 'findOne'
  | 'findMany'
  | 'count'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany'
  | 'consumeOne'
>;

interface CreateInput<T> {
  model: string;
  data: Omit<T, 'id'>;
  select?: string[] | undefined;
  forceAllowId?: boolean | undefined;
}

/** The operations of an adapter that select or write sessions. */
function hashing(adapter: DBTransactionAdapter): Wrapped {
  return {
    async create<T extends Record<string, unknown>, R = T>(input: CreateInput<T>) {
      const token = tokenIn(input.model, input.data);
      if (token === undefined) return adapter.create<T, R>(input);
      const data = { ...input.data, token: digestOf(token) };
      return withToken(await adapter.create<T, R>({ ...input, data }), token);
    },
    async findOne<T>(input: Parameters<DBTransactionAdapter['findOne']>[0]) {
      const found = await adapter.findOne<T>(hashedWhere(input));
      return withToken(found, tokenOfWhere(input));
    },
    findMany: (input) => adapter.findMany(hashedWhere(input)),
    count: (input) => adapter.count(hashedWhere(input)),
    async update<T>(input: Parameters<DBTransactionAdapter['update']>[0]) {
      const updated = await adapter.update<T>(hashedWhere(input));
      return withToken(updated, tokenOfWhere(input));
    },
    updateMany: (input) => adapter.updateMany(hashedWhere(input)),
    delete: (input) => adapter.delete(hashedWhere(input)),
    deleteMany: (input) => adapter.deleteMany(hashedWhere(input)),
    consumeOne: (input) => adapter.consumeOne(hashedWhere(input)),
  };
}

function tokenIn(model: string, data: object): string | undefined {
  return model === 'session' && 'token' in data ? String(data.token) : undefined;
}

/** The row as its caller knows it: with the token of the cookie. */
function withToken<T>(row: T, token: string | undefined): T {
  return row && token !== undefined ? { ...row, token } : row;
}

/** The one token that selects the rows, if it is one. */
function tokenOfWhere({ model, where }: { model: string; where: Where[] }): string | undefined {
  const condition = where.find(({ field }) => field === 'token');
  return model === 'session' && typeof condition?.value === 'string' ? condition.value : undefined;
}

/** Selects sessions by the digests of their tokens. */
function hashedWhere<Input extends { model: string; where?: Where[] | undefined }>(
  input: Input,
): Input {
  const { model, where } = input;
  if (model !== 'session' || !where) return input;
  return {
    ...input,
    where: where.map((condition) => {
      if (condition.field !== 'token') return condition;
      const { value } = condition;
      const tokens = Array.isArray(value) ? value.map(String) : String(value);
      return {
        ...condition,
        value: Array.isArray(tokens) ? tokens.map(digestOf) : digestOf(tokens),
      };
    }),
  };
}
