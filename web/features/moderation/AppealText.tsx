import type { OwnDecision } from '#contract/moderation/cases.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { caseStateTexts } from './moderation-texts.ts';

/** What was said against a decision, and what was answered. */
export function AppealText({
  title,
  appeal: { text, time, outcome, reason, admin },
}: {
  title: string;
  appeal: NonNullable<OwnDecision['appeal']> & { admin?: string | undefined };
}) {
  return (
    <div className="space-y-2 border-s-2 border-line ps-4">
      <p className="text-sm text-muted">
        <span>{title}</span>
        <span aria-hidden="true"> · </span>
        <Moment at={time} />
      </p>
      <p className="whitespace-pre-line wrap-anywhere" dir="auto">
        {text}
      </p>
      {outcome !== undefined && (
        <p className="text-sm text-muted">
          <span>{t`Answer from the shop`}</span>
          <span aria-hidden="true"> · </span>
          <span>{caseStateTexts[outcome]}</span>
          {admin !== undefined && (
            <>
              <span aria-hidden="true"> · </span>
              <bdi>{admin}</bdi>
            </>
          )}
        </p>
      )}
      {reason !== undefined && (
        <p className="whitespace-pre-line wrap-anywhere" dir="auto">
          {reason}
        </p>
      )}
    </div>
  );
}
