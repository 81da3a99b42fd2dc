import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Shows recovery codes, once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t`Codes copied`),
      () => toast.error(t`They could not be copied. Download them, or write them down.`),
    );
  return (
    <Dialog
      actions={
        <Button onClick={onClose} variant="primary">
          {t`I have saved them`}
        </Button>
      }
      isAlert
      isOpen
      onClose={onClose}
      title={t`Your recovery codes`}
    >
      <p>
        {t`If you lose your second factor, each of these codes logs you in once. Keep them with your passwords, or on paper. They will not be shown again.`}
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className="my-6 grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li dir="ltr" key={code}>
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy} size="small">
          {t`Copy`}
        </Button>
        <Button
          onClick={() => saveFile('reprise-recovery-codes.txt', 'text/plain', text)}
          size="small"
        >
          {t`Download`}
        </Button>
      </div>
    </Dialog>
  );
}
