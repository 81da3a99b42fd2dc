import type { CallInput } from '#contract/calls.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import type { CaseOutcome, SubjectKind } from '#contract/moderation/moderation-terms.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { sendMails } from '../jobs/outbox/send-mails.ts';
import type { Mail } from '../providers/mail/port.ts';
import { apiClient } from './api-client.ts';
import { mailSending } from './mail-sending.ts';
import type { createPeople } from './people.ts';
import type { TestShop } from './test-shop.ts';

interface Problem {
  detail: string;
  errors?: { field: string; message: string }[];
}
type Filed = Problem & { insertedId: string; reference: string };

/** What people report and admins decide, by the calls of the API. */
export function createModerating(
  shop: () => TestShop,
  people: () => ReturnType<typeof createPeople>,
) {
  const call = apiClient(shop);
  const sent: Mail[] = [];

  async function report(
    reporter: KnownUser | null,
    kind: SubjectKind,
    id: string,
    given: Partial<CallInput<'fileReport'>['body']> = {},
  ) {
    const payload = {
      subject: { kind, id },
      reason: 'fraud',
      explanation: 'The pictures are from elsewhere',
      goodFaith: true,
      ...given,
    };
    if (reporter) return call<Filed>(reporter, '/reports', { method: 'POST', payload });
    const reply = await shop().app.inject({ method: 'POST', url: '/api/reports', payload });
    return { status: reply.statusCode, body: reply.json<Filed>() };
  }

  /** The case that is open or was decided last about this subject. */
  async function caseIdOf(id: string): Promise<string> {
    const [row] = await shop().database.sql<{ id: string }[]>`
      select id from cases where subject_id = ${id}
      order by state = 'open' desc, id desc limit 1`;
    return row?.id ?? '';
  }

  const read = async (admin: KnownUser, caseId: string) =>
    (await call<ModerationCase>(admin, `/cases/${caseId}`)).body;

  /** Reads the case and decides it. */
  async function decide(
    admin: KnownUser,
    caseId: string,
    outcome: CaseOutcome,
    given: Partial<CallInput<'decideCase'>['body']> = {},
  ) {
    const { version } = await read(admin, caseId);
    const ground = { kind: 'rules', text: 'Only what is yours' };
    const payload = {
      outcome,
      facts: 'The pictures are of another shop',
      version,
      ...(outcome !== 'dismissed' && { ground }),
      ...given,
    };
    return call<Problem & { modifiedCount: number }>(admin, `/cases/${caseId}`, {
      method: 'PUT',
      payload,
    });
  }

  return {
    call,
    report,
    caseIdOf,
    read,
    decide,

    /** A user reports it, and an admin decides. @returns the case, its reporter, and the admin */
    async reportAndDecide(
      kind: SubjectKind,
      id: string,
      outcome: CaseOutcome,
      given: Partial<CallInput<'decideCase'>['body']> & { reporter?: KnownUser } = {},
    ) {
      const { reporter = await people().buyer(), ...decision } = given;
      await report(reporter, kind, id);
      const caseId = await caseIdOf(id);
      const admin = await people().admin();
      const decided = await decide(admin, caseId, outcome, decision);
      return { caseId, reporter, admin, status: decided.status, body: decided.body };
    },

    appeal: (who: KnownUser, caseId: string, text = 'They are mine') =>
      call<Problem>(who, `/decisions/${caseId}/appeal`, { method: 'POST', payload: { text } }),

    decideAppeal: (
      admin: KnownUser,
      caseId: string,
      outcome: 'upheld' | 'reversed',
      appealId?: string,
    ) =>
      call<Problem>(admin, `/decisions/${caseId}/appeal`, {
        method: 'PUT',
        payload: { outcome, reason: 'We have looked again', appeal: appealId },
      }),

    /** Sends what is queued about cases and sales. @returns what went to this address, oldest first */
    async mailsTo(email: string) {
      const { identity } = shop();
      await sendMails(mailSending(shop(), sent, { identity }));
      return sent.filter(({ to }) => to === email);
    },
  };
}
