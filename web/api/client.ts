import type { CallInput, CallName, CallReply, calls } from '#contract/calls.ts';
import type { Transport } from './transport.ts';

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  bearer?: string;
  /** The options of a call whose body is a file. */
  body?: Blob;
}

/** The calls that return one page of a list, or an object about one. */
export type PagedCallName = {
  [Name in CallName]: (typeof calls)[Name] extends
    | { readonly paged: true }
    | { readonly hasNextPage: true }
    ? Name
    : never;
}[CallName];

/** What a call returns here: of a file of values it is a Blob, which browsers do not hold in memory. */
type Received<Name extends CallName> = (typeof calls)[Name] extends { readonly isCsv: true }
  ? Blob
  : CallReply<Name>;

export interface Page<Items> {
  items: Items;
  nextCursor: string | null;
}

/** Every call of the contract, typed by it. Both methods throw what the transport throws. */
export interface ApiClient {
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Received<Name>>;
  /** The same for a list, with the cursor of its next page. */
  callPage<Name extends PagedCallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Page<CallReply<Name>>>;
}

/** A client that makes its calls through `transport`. */
export function createClient(transport: Transport): ApiClient {
  // The server's serialisers and tests enforce the contract, so the reply is not parsed again here.
  return {
    async call(name, input, options) {
      const { body } = await transport({ name, ...(input as object), ...options });
      return body as Received<typeof name>;
    },
    async callPage(name, input, options) {
      const { body, nextCursor } = await transport({ name, ...(input as object), ...options });
      return { items: body as CallReply<typeof name>, nextCursor };
    },
  };
}
