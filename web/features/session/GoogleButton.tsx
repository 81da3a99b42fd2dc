import { useId } from 'react';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { identityProblems } from '#contract/identity/identity.ts';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { useSignInWays } from './queries.ts';

/**
 * 'Continue with Google', the same for login, register and proofs, with a note when Google is simulated. A shop without Google
 * shows none where there is another way.
 */
export function GoogleButton({
  isBusy,
  onPress,
  note,
  label = t`Continue with Google`,
  isAlternative = true,
}: {
  isBusy: boolean;
  onPress: () => void;
  label?: string;
  /** Whether something else is above it that does the same. */
  isAlternative?: boolean;
  /** What else to know before pressing it. */
  note?: string;
}) {
  const ways = useSignInWays();
  const id = useId();
  if (isAlternative && ways?.google === 'not-configured') return null;
  const remark = ways && remarkOn(ways.google);
  const described = [note && `${id}-note`, remark && id].filter(Boolean).join(' ');
  return (
    <div className="space-y-4">
      {isAlternative && (
        <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t`or`}
        </p>
      )}
      <Button
        aria-describedby={described || undefined}
        busyLabel={t`Waiting for Google`}
        className="w-full"
        disabled={ways?.google === 'not-configured'}
        isBusy={isBusy}
        onClick={onPress}
      >
        <GoogleMark />
        <span>{label}</span>
      </Button>
      {note && (
        <p className="text-sm text-muted" id={`${id}-note`}>
          {note}
        </p>
      )}
      {remark && (
        <p className="text-sm text-muted" id={id}>
          {remark}
        </p>
      )}
    </div>
  );
}

function remarkOn(google: IdentityWays['google']): string | null {
  if (google === 'stand-in') return t`Demo: Google sign-in is simulated.`;
  return google === 'not-configured' ? identityProblems['google-not-configured'].detail : null;
}

/** Google's G in four colours. Decorative. */
function GoogleMark() {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0 fill-none"
      strokeWidth="4"
      viewBox="0 0 24 24"
    >
      <path d="M19.4 7.2A8.8 8.8 0 005.1 6.5" stroke="#ea4335" />
      <path d="M5.1 6.5a8.8 8.8 0 000 11" stroke="#fbbc05" />
      <path d="M5.1 17.5a8.8 8.8 0 0012.4 1.4" stroke="#34a853" />
      <path d="M17.5 18.9A8.8 8.8 0 0020.8 12H12" stroke="#4285f4" />
    </svg>
  );
}
