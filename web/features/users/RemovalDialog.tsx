import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isolate } from '#contract/isolate.ts';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg, t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { removalEffectsQuery, removeUserMutation } from './queries.ts';
import { RemovalEffects } from './RemovalEffects.tsx';

/** What the dialog has that also asks for a reason and a proof of who is signed in. */
export interface OpenRemoval {
  title: string;
  confirmLabel: string;
  success: string;
  hint: string;
  children: ReactNode;
  onDone: () => void;
  onClose: () => void;
}

/** Asks whether to delete an account, once it is known what that ends. */
export function RemovalDialog({
  user,
  openRemoval,
  onDone,
  onClose,
}: {
  user: User;
  /** The dialog while a sale or money of the person is open. */
  openRemoval: (user: User, dialog: OpenRemoval) => ReactNode;
  onDone: () => void;
  onClose: () => void;
}) {
  const { data, isLoading } = useQuery(removalEffectsQuery(user._id));
  if (isLoading) return null;
  const name = isolate(user.name);
  const dialog = {
    title: t`Delete ${name}?`,
    success: messages.toast.userDeleted,
    onDone,
    onClose,
    children: (
      <>
        <Person user={user} />
        <p>{consequences[user.role]}</p>
        <RemovalEffects by="admin" user={user} />
      </>
    ),
  };
  if (Object.values(data?.open ?? {}).some((count) => count > 0)) {
    const hint = t`It is recorded in the audit log. This person still has open sales or money.`;
    return openRemoval(user, { ...dialog, confirmLabel: t`Delete`, hint });
  }
  return (
    <MutationDialog
      {...dialog}
      keepLabel={t`Cancel`}
      mutation={removeUserMutation()}
      variables={user}
    />
  );
}

function Person({ user: { name, email, image, picture } }: { user: User }) {
  return (
    <p className="mb-4 flex items-center gap-3 rounded-md bg-sunken p-3 leading-tight">
      <Avatar address={image} className="size-11" name={name} sizes="3rem" source={picture} />
      <span className="min-w-0 wrap-anywhere">
        <bdi className="block font-semibold">{name}</bdi>
        <EmailText email={email} />
      </span>
    </p>
  );
}

const consequences: Record<User['role'], string> = textsOf({
  buyer: msg`They can no longer sign in, and what they have booked but not paid for can be booked again. This cannot be undone.`,
  seller: msg`They can no longer sign in. What they have not sold is taken off sale, and unpaid bookings of it end. This cannot be undone.`,
  admin: msg`They can no longer sign in. This cannot be undone.`,
});
