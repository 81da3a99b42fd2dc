import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useIdentityPort } from '../identity/identity.ts';
import { Button } from '../ui/Button.tsx';
import { FieldError } from '../ui/Field.tsx';

/** Signs the person out everywhere else. */
export function EndOtherSessions() {
  const { provider } = useIdentityPort();
  const ending = useMutation({ mutationFn: async () => (await provider()).endOtherSessions() });
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => toast.success('You are signed out everywhere else'),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div className="space-y-3">
      <Button busyLabel="Signing out" isBusy={ending.isPending} onClick={end}>
        Sign out everywhere else
      </Button>
      <FieldError message={ending.error?.message} />
    </div>
  );
}
