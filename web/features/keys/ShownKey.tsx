import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Shows a new key, once. */
export function ShownKey({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(t`Key copied`),
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
      title={t`Your new key`}
    >
      <p>
        {t`Enter it in your program now: it will not be shown again. Anyone who has it can do what it may, so keep it like a password.`}
      </p>
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
