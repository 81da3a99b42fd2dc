import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** 'Log in with a passkey'. The boot script says whether the browser has them, so that it is there from the first paint. */
export function PasskeyButton({ onPress }: { onPress: () => void }) {
  const { isBusy, failure, signIn } = usePasskeySignIn();
  return (
    <div className="space-y-3 not-in-data-passkeys:hidden">
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
