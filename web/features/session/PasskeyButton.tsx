import { canUsePasskeys } from '../../identity/passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** 'Log in with a passkey', where the browser has them. */
export function PasskeyButton({ onPress }: { onPress: () => void }) {
  const { isBusy, failure, signIn } = usePasskeySignIn();
  if (!canUsePasskeys()) return null;
  return (
    <div className="space-y-3">
      <Button
        busyLabel="Waiting for your passkey"
        className="w-full"
        isBusy={isBusy}
        onClick={() => {
          onPress();
          void signIn();
        }}
      >
        Log in with a passkey
      </Button>
      <FieldError message={failure} />
    </div>
  );
}
