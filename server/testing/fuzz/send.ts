import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestShop } from '../test-shop.ts';
import type { Draft } from './operations.ts';
import type { FuzzWorld, Subject } from './world.ts';

/** Sends a draft to the shop, and lets the world learn from a success. */
export async function sendDraft(
  shop: TestShop,
  world: FuzzWorld,
  draft: Draft,
): Promise<{ request: InjectOptions; reply: LightMyRequestResponse }> {
  const subject = world.subjectOf(draft);
  const sent = requestOf(world, draft, subject);
  const type = sent.payload === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { ...type, ...(await headersOf(world, draft, subject)) };
  const request = { ...sent, headers };
  const reply = await shop.app.inject(request);
  if (reply.statusCode < 300 && String(reply.headers['content-type']).includes('json')) {
    world.learnFrom(draft, subject, reply);
  }
  return { request, reply };
}

function requestOf(world: FuzzWorld, draft: Draft, subject: Subject): InjectOptions {
  const { method, path, fields } = draft.operation;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let url = path;
  for (const [index, field] of fields.entries()) {
    const drawn = draft.values[`${field.place} ${field.name}`];
    if (!drawn) continue;
    const isWrong =
      draft.mode === 'wild'
        ? drawn.roll < 30
        : draft.mode === 'one wrong' && index === draft.wrongField % fields.length;
    const isLeftOut = !field.isRequired && drawn.roll % 2 === 0;
    if (isLeftOut && !isWrong) continue;
    const known = world.fittingField(field.name, draft, subject);
    const value = isWrong ? drawn.hostile : known === undefined ? drawn.fitting : known;
    if (field.place === 'path') {
      url = url.replace(`{${field.name}}`, () => segment(value));
    } else if (field.place === 'query') {
      query.append(field.name, asText(value));
    } else if (value !== null || isWrong) {
      body[field.name] = value;
    }
  }
  // `inject` takes what follows `//` or `/\` for a host. What the server itself gets, request-target.test.ts sends.
  if (!URL.canParse(url, 'http://localhost')) url = `/.${url}`;
  if (query.size > 0) url += `?${query}`;
  const hasBody = Object.keys(body).length > 0 || method === 'POST' || method === 'PUT';
  const isBroken = draft.mode === 'wild' && draft.roll < 15;
  const payload = isBroken ? draft.hostileBody : JSON.stringify(body);
  return {
    method: method as 'GET',
    url,
    ...(hasBody ? { payload } : {}),
  };
}

async function headersOf(world: FuzzWorld, draft: Draft, { actor }: Subject) {
  const { path, name } = draft.operation;
  const identity = world.identityOf(draft);
  const headers: Record<string, string> = {};
  if (path.includes('/auth/')) {
    Object.assign(headers, { cookie: identity.cookie, origin: 'https://shop.test' });
  } else if (name === 'issueAccessToken' || name === 'createUser') {
    Object.assign(headers, identity.identity);
  } else if (actor && draft.roll < 97) {
    Object.assign(headers, await world.tokenOf(actor));
  }
  if (draft.mode === 'wild') {
    const names = ['authorization', 'idempotency-key', 'if-none-match', 'host', 'content-type'];
    const chosen = draft.roll < 20 ? names[draft.wrongField % names.length] : undefined;
    // Node refuses to send other characters in a header.
    if (chosen) headers[chosen] = asText(draft.hostileHeader).replaceAll(/[^\x20-\x7e]/g, '?');
  }
  return headers;
}

function segment(value: unknown): string {
  const text = asText(value);
  // Some are sent as they are, so that paths have escapes, slashes and dots of their own.
  if (/^[!-~]*$/.test(text) && text.length % 2 === 0) return text.replaceAll(/[?#]/g, '_');
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
