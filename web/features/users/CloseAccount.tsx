import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/users.ts';
import { useLogout } from '../../frame/LogoutProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { removeUserMutation } from './queries.ts';

/** Deletes the person's own account, once they were asked. It leads out of the shop's members' part. */
export function CloseAccount({ user }: { user: User }) {
  const [isAsked, setIsAsked] = useState(false);
  const { leave } = useLogout();
  return (
    <>
      <Button onClick={() => setIsAsked(true)} variant="quietDanger">
        Delete my account
      </Button>
      <MutationDialog
        confirmLabel="Delete my account"
        isOpen={isAsked}
        keepLabel="Cancel"
        mutation={removeUserMutation()}
        onClose={() => setIsAsked(false)}
        onDone={leave}
        success={messages.toast.userDeleted}
        title={`Delete the account of ${user.name}?`}
        variables={user}
      >
        The account is {user.email}. This cannot be undone.
      </MutationDialog>
    </>
  );
}
