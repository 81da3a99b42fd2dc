import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { User } from '#contract/users.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { exportUserMutation } from './queries.ts';

/** Downloads everything that the shop stores about a person. */
export function ExportData({ user }: { user: User }) {
  const taking = useMutation(exportUserMutation());
  const take = () =>
    taking.mutate(user, {
      onSuccess: (kept) => saveFile('reprise.json', JSON.stringify(kept, null, 2)),
      onError: ({ message }) => toast.error(message),
    });
  return (
    <div className="space-y-3">
      <Button busyLabel="Putting it together" isBusy={taking.isPending} onClick={take}>
        <Icon name="download" />
        Download my data
      </Button>
      <FieldError message={taking.error?.message} />
    </div>
  );
}

/** Offers a text to the browser as a download. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
