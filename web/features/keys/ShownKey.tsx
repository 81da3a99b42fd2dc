import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Shows a new key, or the secret of an endpoint, once. */
export function ShownKey({
  value,
  title = t`Your new key`,
  note = t`Enter it in your program now: it will not be shown again. Anyone who has it can do what it may, so keep it like a password.`,
  onClose,
}: {
  value: string;
  title?: string;
  note?: string;
  onClose: () => void;
}) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(t`Copied`),
      () => toast.error(t`It could not be copied. Select it and copy it yourself.`),
    );
  return (
    <Dialog
      actions={
        <Button onClick={onClose} variant="primary">
          {t`I have saved it`}
        </Button>
      }
      isAlert
      isOpen
      onClose={onClose}
      title={title}
    >
      <p>{note}</p>
      <p
        className="my-6 rounded-md bg-sunken p-4 text-center font-mono wrap-anywhere select-all"
        dir="ltr"
      >
        {value}
      </p>
      <Button onClick={copy} size="small">
        {t`Copy`}
      </Button>
    </Dialog>
  );
}
