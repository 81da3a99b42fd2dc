import { type ReactNode, useId } from 'react';
import type { IdentityWays } from '#contract/identity.ts';
import { identityProblems } from '#contract/identity.ts';
import { Button } from '../../ui/Button.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import { useSignInWays } from './queries.ts';

/** 'Continue with Google', the same for login and register, with a note when Google is simulated. */
export function GoogleButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const ways = useSignInWays();
  const id = useId();
  const remark = ways && remarks[ways.google];
  return (
    <div className="space-y-4">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        aria-describedby={remark ? id : undefined}
        busyLabel="Waiting for Google"
        className="w-full"
        disabled={ways?.google === 'not-configured'}
        isBusy={isBusy}
        onClick={onPress}
      >
        <GoogleMark />
        Continue with Google
      </Button>
      {remark && (
        <p className="text-sm text-muted" id={id}>
          {remark}
        </p>
      )}
    </div>
  );
}

const remarks: Record<IdentityWays['google'], ReactNode> = {
  google: null,
  'stand-in': 'In this demo a stand-in plays Google. It asks for no password.',
  'not-configured': identityProblems['google-not-configured'].detail,
};
