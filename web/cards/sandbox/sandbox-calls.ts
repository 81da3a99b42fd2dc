import type {
  SandboxAnswer,
  SandboxChallengeAnswer,
  SandboxConfirmation,
} from '#contract/payments/sandbox-cards.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { NetworkFailure } from '../../api/failures.ts';
import { refusalOf } from '../../api/http-wire.ts';
import { inPageLanguage } from '../../api/refusal-texts.ts';

/** Timeout of a sandbox call. The sandbox is this shop's own server, and a charge that was made is found again. */
const firstDataTimeoutMs = 30_000;

/** Reads the intent's state. */
export function readIntent(id: string, clientSecret: string): Promise<SandboxAnswer> {
  return ask('readIntent', id, { clientSecret });
}

/** Pays with a card. A refusal is a normal reply with the reason in `error`. */
export function confirmIntent(id: string, body: SandboxConfirmation): Promise<SandboxAnswer> {
  return ask('confirm', id, body);
}

/** Sends the person's answer to the bank's challenge. */
export function answerChallenge(id: string, body: SandboxChallengeAnswer): Promise<SandboxAnswer> {
  return ask('answerChallenge', id, body);
}

async function ask(
  path: keyof typeof sandboxCardsPaths,
  id: string,
  body: object,
): Promise<SandboxAnswer> {
  const address =
    sandboxCardsBase + sandboxCardsPaths[path].replace('{id}', encodeURIComponent(id));
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(firstDataTimeoutMs),
  }).catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
  if (!response.ok && response.status !== 402) throw await refusalOf(response);
  const answer: SandboxAnswer = await response.json().catch((cause: unknown) => {
    throw new NetworkFailure(cause);
  });
  const { error } = answer;
  if (!error) return answer;
  const message = await inPageLanguage({ english: error.message, id: error.messageId });
  return { ...answer, error: { ...error, message } };
}
