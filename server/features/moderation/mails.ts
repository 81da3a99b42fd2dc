import type {
  AppealOutcome,
  CaseOutcome,
  GroundKind,
  SubjectKind,
} from '#contract/moderation/moderation-terms.ts';
import { type CaseMailKind, caseMailKinds } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { MailBrand } from '../mails/mail-brand.ts';
import { aroundUnproven, type MailContent, type MailTexts } from '../mails/mail-content.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';
import { hasHints } from './read-hints.ts';
import { statementOf } from './statement.ts';
import { kindsOfSubject } from './subject-kinds.ts';

/** What a mail may say about a case. */
export interface CaseMail {
  kind: CaseMailKind;
  /** The report whose sender gets it; null when it goes to the person concerned. */
  reference: string | null;
  /** A guest has no pages of their own, and an unconfirmed address. */
  isGuest: boolean;
  /** Null for guests. */
  readerName: string | null;
  readerEmail: string;
  isReaderProven: boolean;
  subjectKind: SubjectKind;
  subjectName: string;
  outcome: CaseOutcome | null;
  groundKind: GroundKind | null;
  ground: string | null;
  facts: string | null;
  suspendedUntil: Date | null;
  decidedAt: Date | null;
  wasCompared: boolean;
  /** Whether an appeal of the reader has opened the case, which cannot be appealed against again. */
  isOpenedAgain: boolean;
  /** The text of the reader's own appeal. */
  appealOutcome: AppealOutcome | null;
  appealReason: string | null;
}

export const caseMails: MailsOfFeature<CaseMailKind> = {
  kinds: caseMailKinds,
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<(CaseMail & { language: string | null; timeZone: string | null })[]>`
      select m.kind, r.reference, r.id is not null and r.reporter_id is null as "isGuest",
        u.name as "readerName", coalesce(u.email, r.email) as "readerEmail",
        coalesce(u.email_proven_at is not null, false) as "isReaderProven",
        coalesce(u.language, r.language) as language, u.time_zone as "timeZone", c.subject_kind as "subjectKind",
        coalesce(c.reported ->> 'name', '') as "subjectName", c.outcome,
        c.ground_kind as "groundKind", c.ground, c.facts, c.suspended_until as "suspendedUntil",
        c.decided_at as "decidedAt", ${hasHints}, coalesce(r.case_id <> c.id, false) as "isOpenedAgain",
        a.outcome as "appealOutcome", a.reason as "appealReason"
      from queued_mails m
      join cases c on c.id = m.subject_id
      left join reports r on r.id = (m.data ->> 'reportId')::uuid
      left join appeals a on a.case_id = c.id and a.appellant_id = m.reader_id
      left join users u on u.removed_at is null and u.id = m.reader_id
      where m.id = ${id} and coalesce(u.email, r.email) is not null
        and (r.id is not null or m.data ->> 'reportId' is null)`;
    return (
      mail && {
        to: mail.readerEmail,
        language: mail.language,
        timeZone: mail.timeZone,
        write: (shop) => caseContentOf(mail, { shop, brand }),
      }
    );
  },
};

/** The contents of a mail about a case. To an unconfirmed address it says nothing that a user has typed. */
export function caseContentOf(
  mail: CaseMail,
  { shop, brand }: { shop: string; brand: Pick<MailBrand, 'name' | 'contact'> },
): MailContent {
  const isTrusted = mail.isReaderProven && !mail.isGuest;
  const said = mail.reference === null ? toPerson(mail, isTrusted) : toReporter(mail, brand);
  const step = mail.isGuest
    ? { label: t`Open the shop`, link: shop + paths.home() }
    : { label: t`See reports and decisions`, link: shop + paths.reports() };
  const facts =
    mail.reference === null
      ? {}
      : { facts: [[t({ message: 'Reference', context: 'of a report' }), mail.reference]] as const };
  if (mail.isGuest) {
    return {
      ...said,
      ...facts,
      step,
      greetingFrom: brand.name,
      reason: t`You are getting this email because somebody reported something at ${brand.name} and gave this address.`,
    };
  }
  if (!isTrusted) return { ...said, ...facts, step, ...aroundUnproven(brand.name, shop) };
  return {
    ...said,
    ...facts,
    step,
    greeting: mail.readerName ?? undefined,
    reason:
      mail.reference === null
        ? t`You are getting this email because you have an account at ${brand.name}.`
        : t`You are getting this email because you reported something at ${brand.name}.`,
  };
}

type Said = Pick<MailTexts, 'subject' | 'paragraphs'>;

function toReporter(
  { kind, outcome, isGuest, isOpenedAgain, appealOutcome }: CaseMail,
  brand: Pick<MailBrand, 'contact'>,
): Said {
  const redress = isOpenedAgain
    ? t`You can still turn to a certified out-of-court dispute settlement body, or to a court.`
    : isGuest
      ? t`If you think that this is wrong, write to the shop and name the reference. ${brand.contact}`.trim()
      : t`If you think that this is wrong, you can appeal within six months under Reports and decisions on your dashboard.`;
  switch (kind) {
    case 'report-decided':
      if (outcome === 'dismissed') {
        return {
          subject: t`We have reviewed your report`,
          paragraphs: [
            t`We have reviewed your report and found nothing that breaks the law or the rules of this shop, so we have changed nothing. A person made this decision.`,
            redress,
          ],
        };
      }
      if (outcome === 'warned') {
        return {
          subject: t`We have acted on what you reported`,
          paragraphs: [
            t`We have reviewed your report and warned the author. The content stays where it is. A person made this decision.`,
            redress,
          ],
        };
      }
      return {
        subject: t`We have acted on what you reported`,
        paragraphs: [actedText(outcome)],
      };
    case 'appeal-received':
      return {
        subject: t`We have your appeal`,
        paragraphs: [
          t`We will review it again. If the shop has another admin, they decide. We will tell you the outcome.`,
        ],
      };
    case 'appeal-decided':
      // A server of the version before has queued this kind for what is `decision-changed` now.
      return appealOutcome === null ? changedText() : reporterAppealText(appealOutcome);
    case 'decision-changed':
      return changedText();
    case 'report-received':
    case 'decision-made':
      return {
        subject: t`We have your report`,
        paragraphs: [
          t`Thank you. A person will review your report and decide. We will tell you the outcome, and only the admins of the shop will know that it was you.`,
        ],
      };
  }
}

function actedText(outcome: CaseOutcome | null): string {
  return outcome === 'hidden' || outcome === 'removed'
    ? t`We have reviewed your report and removed the content from the shop. A person made this decision.`
    : t`We have reviewed your report and limited what the author can do here. A person made this decision.`;
}

/** Not why: an appeal of the author is no business of who reported. */
function changedText(): Said {
  return {
    subject: t`A decision about what you reported was changed`,
    paragraphs: [t`We have reviewed our decision about your report once more, and reversed it.`],
  };
}

function reporterAppealText(outcome: AppealOutcome): Said {
  return outcome === 'reversed'
    ? {
        subject: t`Your appeal was successful`,
        paragraphs: [t`We will review your report once more and tell you the outcome.`],
      }
    : {
        subject: t`Your appeal was not successful`,
        paragraphs: [t`We have reviewed it again, and the decision stands.`],
      };
}

function toPerson(mail: CaseMail, isTrusted: boolean): Said {
  const { kind, subjectKind, subjectName, appealOutcome, appealReason } = mail;
  const what = kindsOfSubject[subjectKind].text(subjectName);
  if (kind === 'appeal-received') {
    return {
      subject: t`We have your appeal`,
      paragraphs: [
        t`We will review it again. If the shop has another admin, they decide. We will tell you the outcome.`,
      ],
    };
  }
  if (kind === 'appeal-decided') {
    const reason = isTrusted && appealReason !== null ? [t`Why: ${appealReason}`] : [];
    return appealOutcome === 'reversed'
      ? {
          subject: t`Your appeal was successful`,
          paragraphs: [
            isTrusted
              ? t`We have reversed the decision about ${what}.`
              : t`We have reversed the decision.`,
            ...reason,
          ],
        }
      : {
          subject: t`Your appeal was not successful`,
          paragraphs: [
            t`We have reviewed it again, and the decision stands. You can still turn to a certified out-of-court dispute settlement body, or to a court.`,
            ...reason,
          ],
        };
  }
  const subject = t`We have made a decision that concerns you`;
  if (!isTrusted) {
    return {
      subject,
      paragraphs: [
        t`The admins of the shop have made a decision about something you published. Log in to read it, with its reasons and how to appeal.`,
      ],
    };
  }
  return { subject, paragraphs: decisionParagraphs(mail) };
}

function decisionParagraphs(mail: CaseMail): string[] {
  const { outcome, decidedAt, groundKind, ground, suspendedUntil } = mail;
  if (!outcome || !decidedAt) return [];
  return statementOf({
    kind: mail.subjectKind,
    name: mail.subjectName,
    outcome,
    ground: groundKind && ground !== null ? { kind: groundKind, text: ground } : undefined,
    facts: mail.facts ?? '',
    until: suspendedUntil ?? undefined,
    decidedAt,
    wasCompared: mail.wasCompared,
  });
}
