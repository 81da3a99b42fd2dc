import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';

/** What was said against a decision, and what was answered. */
export function AppealText({
  title,
  appeal: { text, time, reason },
}: {
  title: string;
  appeal: { text: string; time: string; reason?: string | undefined };
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
      {reason !== undefined && (
        <>
          <p className="text-sm text-muted">{t`Answer of the shop`}</p>
          <p className="whitespace-pre-line wrap-anywhere" dir="auto">
            {reason}
          </p>
        </>
      )}
    </div>
  );
}
