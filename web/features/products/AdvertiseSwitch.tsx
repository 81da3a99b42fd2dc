import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { FieldError } from '../../ui/Field.tsx';
import { SwitchTrack } from '../../ui/Switch.tsx';
import { changeStatusMutation } from './own/own-queries.ts';

/**
 * Starts or ends the advertisement of a product. It switches optimistically and reverts with the reason when the
 * server refuses. A sold product has no switch.
 */
export function AdvertiseSwitch({ product }: { product: ListedProduct }) {
  const change = useMutation(changeStatusMutation());
  const status = change.isPending ? change.variables.status : product.status;
  const turn = () => {
    if (change.isPending) return;
    change.mutate(
      { id: product._id, status: status === 'advertise' ? 'available' : 'advertise' },
      {
        onSuccess: () => toast.success(messages.toast.operationDone),
        onError: ({ message }) => toast.error(message),
      },
    );
  };
  return (
    <>
      {product.status === 'sold' ? (
        <span className="text-muted">{messages.product.soldOut}</span>
      ) : (
        <Switch
          isBusy={change.isPending}
          isOn={status === 'advertise'}
          name={product.name}
          onTurn={turn}
        />
      )}
      <span className="block max-w-48 whitespace-normal">
        <FieldError message={change.error?.message} />
      </span>
    </>
  );
}

/** A toggle button with the specification's labels; its icon shows that it can be switched. */
function Switch({
  isOn,
  isBusy,
  name,
  onTurn,
}: {
  isOn: boolean;
  isBusy: boolean;
  name: string;
  onTurn: () => void;
}) {
  return (
    <button
      aria-busy={isBusy || undefined}
      className="group/switch inline-flex min-h-9 items-center gap-2.5 rounded-md font-semibold whitespace-nowrap max-sm:min-h-11 pointer-coarse:min-h-11"
      onClick={onTurn}
      type="button"
    >
      <SwitchTrack isBusy={isBusy} isOn={isOn} />
      {/* Space is reserved for both labels, so that nothing shifts on toggling. */}
      <span className="grid text-start *:col-start-1 *:row-start-1">
        <span className={isOn ? '' : 'invisible'}>{messages.product.advertised}</span>
        <span className={isOn ? 'invisible' : ''}>{messages.product.advertise}</span>
      </span>
      <span className="sr-only">
        {isOn ? (
          <Trans>
            <bdi>{name}</bdi>: press to stop advertising
          </Trans>
        ) : (
          <bdi>{name}</bdi>
        )}
      </span>
    </button>
  );
}
