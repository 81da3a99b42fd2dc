import { t } from '#contract/text.ts';
import { CallFailure } from './failures.ts';
import { inPageLanguage } from './refusal-texts.ts';
import type { Outgoing } from './transport.ts';

/** The URL of a call with its path and query filled in. */
export function addressOfCall(
  base: string,
  pattern: string,
  { name, params = {}, query = {} }: Outgoing,
): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new TypeError(`The call ${name} needs the parameter ${key}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size > 0 ? `${base}${path}?${search}` : `${base}${path}`;
}

/** The cursor of the `rel="next"` link (RFC 8288), null at the end of the list. */
export function nextCursorOf(link: string | null): string | null {
  const next = link?.match(/<([^<>]*)>\s*;[^,]*\brel="?next"?/)?.[1];
  if (next === undefined) return null;
  return new URL(next, 'http://any').searchParams.get('cursor');
}

/** A refusal from problem+json (RFC 9457), or from whatever a proxy returned instead. */
export async function refusalOf(response: Response): Promise<CallFailure> {
  const problem = await problemOf(response);
  const {
    type,
    title,
    status: _,
    detail,
    detailId,
    detailValues,
    requestId,
    errors,
    ...flags
  } = problem;
  const english = text(detail);
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallFailure({
    status,
    detail:
      (english && (await inPageLanguage({ english, id: detailId, values: detailValues }))) ??
      text(title) ??
      t`The shop answered ${status}.`,
    code: text(type)?.split('#')[1],
    requestId: text(requestId) ?? response.headers.get('x-request-id') ?? undefined,
    errors: await byField(errors),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    flags,
  });
}

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    // Not JSON: only the status is known.
    return {};
  }
}

interface FieldError {
  field?: unknown;
  message?: unknown;
  messageId?: unknown;
  messageValues?: unknown;
}

async function byField(errors: unknown): Promise<Record<string, string>> {
  const messages: Record<string, string> = {};
  if (!Array.isArray(errors)) return messages;
  for (const error of errors as FieldError[]) {
    const field = text(error?.field);
    const english = text(error?.message);
    // The first message of a field is the one to fix first.
    if (field === undefined || english === undefined || field in messages) continue;
    const { messageId: id, messageValues: values } = error;
    messages[field] = await inPageLanguage({ english, id, values });
  }
  return messages;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
