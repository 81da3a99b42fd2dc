import { t } from '#contract/text.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Shown in place of content that failed to load: what failed, and a way to try again. */
export function ErrorState({
  title = t`This did not load`,
  message,
  onTryAgain,
  isTrying = false,
}: {
  title?: string | undefined;
  message: string;
  onTryAgain: () => void;
  isTrying?: boolean;
}) {
  return (
    <div
      className="mx-auto flex max-w-prose flex-col items-start gap-4 rounded-lg border border-line border-s-4 border-s-red bg-surface p-6"
      role="alert"
    >
      <div className="flex gap-3">
        <Icon className="mt-1 size-6 text-red" name="warning" />
        <div>
          <p className="font-display text-subheading font-semibold">{title}</p>
          <p className="text-muted">{message}</p>
        </div>
      </div>
      <Button busyLabel={t`Trying again`} isBusy={isTrying} onClick={onTryAgain}>
        <Icon name="again" />
        {t`Try again`}
      </Button>
    </div>
  );
}
