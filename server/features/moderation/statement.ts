import type { Ground } from '#contract/moderation/cases.ts';
import type { CaseOutcome, SubjectKind } from '#contract/moderation/moderation-terms.ts';
import { t } from '#contract/text.ts';
import { formatTime } from '../../core/format-time.ts';
import { appealUntil } from './appeal.ts';
import { kindsOfSubject } from './subject-kinds.ts';

export interface StatedDecision {
  kind: SubjectKind;
  name: string;
  outcome: CaseOutcome;
  ground?: Ground | undefined;
  facts: string;
  /** The end of a suspension. */
  until?: Date | undefined;
  decidedAt: Date;
  /** Whether the comparison of listings has pointed to it, and not a report alone. */
  wasCompared: boolean;
}

/**
 * The statement of reasons for a decision, paragraph by paragraph, in the current language: effect, facts, ground, how
 * it was made, and how to appeal (article 17 of the DSA). An owner changes its sentences as those of pages.
 */
export function statementOf(decision: StatedDecision): string[] {
  const { facts, ground, decidedAt } = decision;
  return [
    effectText(decision),
    t`What we found: ${facts}`,
    ...(ground ? [groundText(ground)] : []),
    decision.wasCompared
      ? t`The shop compares listings automatically, which pointed to it. A person at the shop reviewed it and decided.`
      : t`It was reported, and a person at the shop reviewed it and decided. No automated system was involved.`,
    t`If you think that this is wrong, you can appeal until ${formatTime(appealUntil(decidedAt))} under Reports and decisions on your dashboard. If the shop has another admin, they decide. You can also turn to a certified out-of-court dispute settlement body, or to a court.`,
  ];
}

function groundText({ kind, text }: Ground): string {
  return kind === 'law'
    ? t`We think that it breaks this law: ${text}`
    : t`It breaks this rule of the shop: ${text}`;
}

function effectText({ kind, name, outcome, until }: StatedDecision): string {
  const what = kindsOfSubject[kind].text(name);
  switch (outcome) {
    case 'dismissed':
      return t`We have changed nothing about ${what}.`;
    case 'warned':
      return t`We warn you about ${what}. Nothing else changes; if it happens again, we may hide what you publish or suspend your account.`;
    case 'hidden':
      return t`We have hidden ${what}: only you and the admins can still see it. Unpaid bookings and offers for it have ended; paid sales go on.`;
    case 'removed':
      return t`We have removed ${what} permanently, everywhere. Unpaid bookings and offers for it have ended; paid sales go on.`;
    case 'limited':
      return t`Because of ${what} your account is limited: you cannot publish listings, write messages or reviews, make offers, or change your name, your picture or what you have stated as a trader. You can go on with bookings and sales, export your data, and appeal.`;
    case 'suspended':
      return until
        ? t`Because of ${what} your account is suspended until ${formatTime(until)}: nobody sees your listings, and you can only finish your sales, withdraw listings, change the settings of your emails, export your data, appeal, and delete your account.`
        : t`Because of ${what} your account is suspended indefinitely: nobody sees your listings, and you can only finish your sales, withdraw listings, change the settings of your emails, export your data, appeal, and delete your account.`;
  }
}
