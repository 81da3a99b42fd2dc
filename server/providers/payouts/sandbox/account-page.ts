import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiBase } from '#contract/constants.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxAccountBehaviours } from '../../../database/schema/sandbox-payouts.ts';

export const sandboxAccountPath = (id: string) => `${apiBase}/sandbox-payouts/accounts/${id}`;

const choices: Record<Exclude<(typeof sandboxAccountBehaviours)[number], 'undecided'>, string> = {
  pays: 'Pay at once',
  'pays-later': 'Pay a minute later',
  fails: 'Refuse payouts',
  documents: 'Ask for documents first',
};

const page = z.object({
  /** A path of the shop; an address elsewhere would let a link lead away from here. */
  return: z
    .string()
    .regex(/^\/(?![/\\])[\w/?=&-]*$/)
    .default('/'),
});
const choice = page.extend({ behaviour: z.enum(sandboxAccountBehaviours) });

interface PageDeps {
  database: Pick<Database, 'sql'>;
}

/** The page of a sandbox account, on which the seller chooses how it behaves. Its address is the seller's secret. */
export function registerAccountPage(app: FastifyInstance, { database: { sql } }: PageDeps): void {
  const path = sandboxAccountPath(':id');
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const { return: back } = parse(page, request.query);
    await requireAccount(request.params.id);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return render(request.params.id, back);
  });
  app.register(async (scope) => {
    // The choice stands in the address, so what the form sends is not read.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      body.on('end', () => done(null));
    });
    scope.post<{ Params: { id: string } }>(path, async (request, reply) => {
      const { behaviour, return: back } = parse(choice, request.query);
      await requireAccount(request.params.id);
      await sql`
        update sandbox_accounts set behaviour = ${behaviour} where id = ${request.params.id}`;
      return reply.redirect(back, 303);
    });
  });

  async function requireAccount(id: string): Promise<void> {
    const known = /^acct_sandbox_[0-9a-f]{24}$/.test(id)
      ? await sql`select from sandbox_accounts where id = ${id}`
      : [];
    if (known.length === 0) throw new Problem('not-found', msg`There is no such account`);
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (!parsed.success) throw new Problem('bad-input', msg`This is not one of the choices`);
  return parsed.data;
}

function render(id: string, back: string): string {
  const forms = Object.entries(choices).map(([behaviour, text]) => {
    const query = new URLSearchParams({ behaviour, return: back });
    const action = escapeHtml(`${sandboxAccountPath(id)}?${query}`);
    return `<form method="post" action="${action}"><p><button>${text}</button></p></form>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox account</title><link rel="stylesheet" href="${apiBase}/docs.css"></head>
<body><header><h1>Sandbox account</h1>
<p>The sandbox moves no money. Choose what payouts to this account do.</p></header>
<main>${forms.join('')}</main></body></html>`;
}
