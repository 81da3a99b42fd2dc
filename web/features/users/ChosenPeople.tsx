import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { formatList } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { plural, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Button } from '../../ui/Button.tsx';
import { ChosenBar, type useChosen, useEach } from '../../ui/Chosen.tsx';
import { ReasonProofDialog } from '../session/ReasonProofDialog.tsx';
import { type ListedRole, removeUserForReasonMutation, verifySellerMutation } from './queries.ts';

/** Verifies or deletes the chosen people, each as if it were done alone. */
export function ChosenPeople({
  list,
  kind,
  email,
}: {
  list: ReturnType<typeof useChosen<User>>;
  kind: ListedRole;
  /** The admin's. */
  email: string;
}) {
  const [open, setOpen] = useState<'removal' | 'verification'>();
  const removeEach = useEach(removeUserForReasonMutation());
  const verifyEach = useEach(verifySellerMutation());
  const { chosen, finish } = list;
  const verify = async () => {
    setOpen('verification');
    finish(await verifyEach(chosen, (seller) => seller));
    setOpen(undefined);
    toast.success(t`Finished`);
  };
  return (
    <>
      <ChosenBar list={list}>
        {kind === 'seller' && (
          <Button isBusy={open === 'verification'} onClick={verify} size="small">
            {messages.seller.verify}
          </Button>
        )}
        <Button
          disabled={open === 'verification'}
          onClick={() => setOpen('removal')}
          size="small"
          variant="quietDanger"
        >
          {t`Delete`}
        </Button>
      </ChosenBar>
      {open === 'removal' && (
        <ReasonProofDialog
          confirmLabel={t`Delete`}
          email={email}
          hint={t`It is recorded in the audit log for each of them.`}
          id="chosen"
          mutation={{
            mutationFn: async ({ reason }: { reason: string }) =>
              finish(await removeEach(chosen, ({ _id }) => ({ _id, reason }))),
          }}
          onClose={() => setOpen(undefined)}
          onDone={() => setOpen(undefined)}
          success={t`Finished`}
          title={plural(chosen.length, { one: 'Delete # account?', other: 'Delete # accounts?' })}
        >
          <p className="mb-2">{formatList(chosen.map(({ name }) => name))}</p>
          <p>
            {t`They can no longer sign in. What they have not sold is taken off sale, and unpaid bookings end. Open sales and money stay open, and an admin acts for them. This cannot be undone.`}
          </p>
        </ReasonProofDialog>
      )}
    </>
  );
}
