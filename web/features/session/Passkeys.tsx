import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { requiredLine } from '#contract/fields.ts';
import { type ListedPasskey, passkeyLimits } from '#contract/identity/second-factor.ts';
import { isolate } from '#contract/isolate.ts';
import { msg, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { canUsePasskeys } from '../../identity/passkeys.ts';
import type { NewCodes } from '../../identity/second-factor.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { addPasskeyMutation, removePasskeyMutation, renamePasskeyMutation } from './queries.ts';

/** The person's passkeys, and buttons to add, rename and remove them. */
export function Passkeys({
  passkeys,
  user,
  deviceName,
  onCodes,
}: {
  passkeys: readonly ListedPasskey[];
  user: User;
  /** A name for a passkey that is made here. */
  deviceName: string;
  onCodes: (reply: NewCodes) => void;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const canAdd = canUsePasskeys();
  return (
    <div className="space-y-3 outline-none" ref={part} tabIndex={-1}>
      <h3>{t`Passkeys`}</h3>
      <p className="text-muted">
        {t`Log in with your phone, computer or security key instead of a password.`}
      </p>
      {passkeys.length > 0 && (
        <ul
          aria-label={t`Passkeys`}
          className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-rest"
        >
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              onRemoved={() => part.current?.focus()}
              passkey={passkey}
              user={user}
            />
          ))}
        </ul>
      )}
      {canAdd ? (
        <Button onClick={() => setIsAdding(true)}>{t`Add a passkey`}</Button>
      ) : (
        <p>{t`This browser cannot use passkeys at this address of the shop.`}</p>
      )}
      {isAdding && (
        <AddPasskey
          email={user.email}
          firstName={deviceName}
          onClose={() => setIsAdding(false)}
          onReply={(reply) => {
            setIsAdding(false);
            onCodes(reply);
          }}
        />
      )}
    </div>
  );
}

function AddPasskey({
  email,
  firstName,
  onReply,
  onClose,
}: {
  email: string;
  firstName: string;
  onReply: (reply: NewCodes) => void;
  onClose: () => void;
}) {
  const { register, formState, trigger, control } = useForm({
    mode: 'onTouched',
    defaultValues: { name: firstName },
  });
  const name = useWatch({ control, name: 'name' });
  return (
    <ProofDialog
      confirmLabel={t`Add the passkey`}
      confirmVariant="primary"
      email={email}
      isValid={() => trigger('name', { shouldFocus: true })}
      mutation={addPasskeyMutation({ onReply })}
      onClose={onClose}
      onDone={onClose}
      success={t`The passkey is added`}
      title={t`Add a passkey`}
      variables={name.trim() || t(noName)}
    >
      <p className="mb-6">
        {t`Your browser will create it. From then on you log in with a passkey, or with a recovery code after your password or Google.`}
      </p>
      <TextField
        {...register('name', { validate: (text) => wrongWithName(text.trim() || t(noName)) })}
        autoComplete="off"
        error={formState.errors.name?.message}
        hint={t`So that you can tell your passkeys apart.`}
        isOptional
        label={t`Name of the passkey`}
        maxLength={passkeyLimits.nameLength}
      />
    </ProofDialog>
  );
}

const noName = msg`Passkey`;
const passkeyName = requiredLine(msg`Give it a name`, passkeyLimits.nameLength);

function wrongWithName(name: string): string | undefined {
  return passkeyName.safeParse(name).error?.issues[0]?.message;
}

function Row({
  passkey,
  user,
  onRemoved,
}: {
  passkey: ListedPasskey;
  user: User;
  onRemoved: () => void;
}) {
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const close = () => setAsked(undefined);
  const { name } = passkey;
  const isolatedName = isolate(name);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          <Trans>
            Added <Moment at={passkey.createdAt} />
          </Trans>
        </p>
      </div>
      <Button onClick={() => setAsked('rename')} size="small">
        <Trans>
          Rename<span className="sr-only"> {name}</span>
        </Trans>
      </Button>
      <Button onClick={() => setAsked('remove')} size="small" variant="quietDanger">
        <Trans>
          Remove<span className="sr-only"> {name}</span>
        </Trans>
      </Button>
      {asked === 'rename' && <Rename onClose={close} passkey={passkey} />}
      {asked === 'remove' && (
        <ProofDialog
          confirmLabel={t`Remove it`}
          email={user.email}
          mutation={removePasskeyMutation()}
          onClose={close}
          onDone={() => {
            close();
            onRemoved();
          }}
          success={t`The passkey is removed`}
          title={t`Remove the passkey ${isolatedName}?`}
          variables={passkey}
        >
          <p>
            {t`It will no longer log you in here. Your device may still offer it, so delete it there as well.`}
          </p>
        </ProofDialog>
      )}
    </li>
  );
}

function Rename({ passkey, onClose }: { passkey: ListedPasskey; onClose: () => void }) {
  const rename = useMutation(renamePasskeyMutation());
  const form = useDialogForm(`rename-passkey.${passkey.id}`, {
    mode: 'onTouched',
    defaultValues: { name: passkey.name },
  });
  const save = form.handleSubmit(({ name }) =>
    rename.mutate(
      { id: passkey.id, name },
      {
        onSuccess: () => {
          toast.success(t`The passkey is renamed`);
          onClose();
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button form="rename-passkey" isBusy={rename.isPending} type="submit" variant="primary">
            {t`Save the name`}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={t`Rename the passkey`}
    >
      <Form id="rename-passkey" isSending={rename.isPending} onSubmit={save}>
        <TextField
          {...form.register('name', { validate: wrongWithName })}
          autoComplete="off"
          error={form.formState.errors.name?.message}
          label={t`Name of the passkey`}
          maxLength={passkeyLimits.nameLength}
        />
        <FieldError message={rename.error?.message} />
      </Form>
    </Dialog>
  );
}
