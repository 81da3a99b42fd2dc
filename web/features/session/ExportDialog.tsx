import type { UseMutationOptions } from '@tanstack/react-query';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { saveFile } from '../../ui/save-file.ts';
import { ProofDialog } from './ProofDialog.tsx';

/** Downloads everything that the shop stores about a person, after a proof of who asks. */
export function ExportDialog<Reply>({
  user,
  email,
  mutation,
  onClose,
}: {
  user: User;
  /** The email of the signed-in person: that user, or an admin. */
  email: string;
  /** Fetches it. */
  mutation: UseMutationOptions<Reply, Error, Pick<User, '_id'>>;
  onClose: () => void;
}) {
  const isOwn = user.email === email;
  const name = isolate(user.name);
  return (
    <ProofDialog
      confirmLabel={t`Download`}
      confirmVariant="primary"
      email={email}
      mutation={mutation}
      onClose={onClose}
      onDone={(data) => {
        saveFile('reprise.json', 'application/json', JSON.stringify(data, null, 2));
        onClose();
      }}
      title={isOwn ? t`Download your data?` : t`Download the data of ${name}?`}
      variables={user}
    >
      {isOwn ? (
        <p>
          {t`The file contains everything the shop stores about you. Anyone who gets it can read it.`}
        </p>
      ) : (
        <p>
          {t`For a written request: make sure that it comes from this person. The file contains everything the shop stores about them, and the download is recorded in the audit log.`}
        </p>
      )}
    </ProofDialog>
  );
}
