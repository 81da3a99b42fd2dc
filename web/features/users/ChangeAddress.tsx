import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddressFields } from '../delivery/AddressFields.tsx';
import { missingInAddress, newAddress } from '../delivery/address-form.ts';
import { sentAddress, type TypedAddress, typedAddress } from '../delivery/delivery-form.ts';
import {
  forgetAddressMutation,
  ownAddressQuery,
  rememberAddressMutation,
} from '../delivery/own-address.ts';

/** The address to which the user's instruments are shipped, as remembered for the next booking. */
export function ChangeAddress({ user }: { user: User }) {
  const query = useQuery(ownAddressQuery(user.email));
  if (query.data) {
    const { address } = query.data;
    const typed = address ? typedAddress(address) : newAddress(user.name);
    // Starts again with what was stored.
    return (
      <AddressForm key={JSON.stringify(address)} start={typed} hasOne={!!address} user={user} />
    );
  }
  if (!query.error) return <Skeleton className="h-40 w-full" />;
  return (
    <ErrorState
      isTrying={query.isFetching}
      message={query.error.message}
      onTryAgain={() => void query.refetch()}
    />
  );
}

type Errors = Partial<Record<keyof TypedAddress, string | undefined>>;

function AddressForm({
  user,
  start,
  hasOne,
}: {
  user: User;
  start: TypedAddress;
  hasOne: boolean;
}) {
  const [address, setAddress] = useState(start);
  const [missing, setMissing] = useState<Errors>({});
  const save = useMutation(rememberAddressMutation());
  const forget = useMutation(forgetAddressMutation());
  const refused = save.error instanceof CallFailure ? save.error.errors : {};
  const errors: Errors = { ...refused, ...missing };
  const isAtField = Object.values(errors).some((message) => message !== undefined);
  return (
    <Form
      className="space-y-4"
      isSending={save.isPending}
      onSubmit={() => {
        const found = missingInAddress(address);
        setMissing(found);
        if (Object.keys(found).length > 0) return;
        save.mutate(
          { id: user._id, ...sentAddress(address) },
          {
            onSuccess: () => toast.success(t`Your address is saved`),
            onError: ({ message }) => toast.error(message),
          },
        );
      }}
    >
      <AddressFields
        address={address}
        errors={errors}
        onChange={(change) => {
          setAddress({ ...address, ...change });
          setMissing({});
          save.reset();
        }}
      />
      <p className="flex flex-wrap gap-3">
        <Button busyLabel={t`Saving`} isBusy={save.isPending} type="submit">
          {t`Save the address`}
        </Button>
        {hasOne && (
          <Button
            busyLabel={t`Deleting`}
            isBusy={forget.isPending}
            onClick={() => forget.mutate(user._id)}
            variant="quietDanger"
          >
            {t`Delete the address`}
          </Button>
        )}
      </p>
      <FieldError message={isAtField ? undefined : (save.error ?? forget.error)?.message} />
    </Form>
  );
}
