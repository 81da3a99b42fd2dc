import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminScopes, type KeyScope, keyLimits, keyScopes } from '#contract/keys/key-scopes.ts';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import type { CallFailure } from '../../api/failures.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { createKeyMutation } from './queries.ts';
import { scopeLabels } from './scope-labels.ts';

/** Asks what a new key may do, until when and from where, and who asks. */
export function NewKeyDialog({
  user,
  onMade,
  onClose,
}: {
  user: User;
  onMade: (made: { key: string }) => void;
  onClose: () => void;
}) {
  const [refusals, setRefusals] = useState<CallFailure['errors']>({});
  const scopes = keyScopes.filter(
    (scope) => adminScopes.includes(scope) === (user.role === 'admin'),
  );
  const { register, setValue, trigger, watch, formState } = useForm({
    mode: 'onTouched',
    defaultValues: {
      name: '',
      scopes: scopes.length === 1 ? [...scopes] : ([] as KeyScope[]),
      days: '',
      addresses: '',
    },
  });
  register('scopes', {
    validate: (chosen) => chosen.length > 0 || t`Choose what the key may do`,
  });
  const entered = watch();
  const addresses = entered.addresses.split(/[\s,;]+/).filter(Boolean);
  const endsAt = entered.days && new Date(Date.now() + Number(entered.days) * 86_400_000);
  const faults = formState.errors;
  const refusedAddress = Object.entries(refusals).find(([field]) => field.startsWith('addresses'));
  return (
    <ProofDialog
      confirmLabel={t`Make the key`}
      confirmVariant="primary"
      email={user.email}
      isValid={() => trigger(undefined, { shouldFocus: true })}
      mutation={createKeyMutation()}
      onClose={onClose}
      onDone={onMade}
      onFieldErrors={setRefusals}
      title={t`Make an API key`}
      variables={{
        name: entered.name.trim(),
        scopes: entered.scopes,
        addresses,
        ...(endsAt && { expiresAt: endsAt.toISOString() }),
      }}
    >
      <div className="mb-4 space-y-4">
        <TextField
          {...register('name', {
            validate: (name) => name.trim() !== '' || t`Give the key a name`,
            // Not only when the field is left: the error would go under the pointer, and the press beside it would be lost.
            onChange: () => faults.name && trigger('name'),
          })}
          error={faults.name?.message ?? refusals.name}
          hint={t`Such as the program that will use it`}
          label={t`Name`}
          maxLength={keyLimits.nameLength}
        />
        <fieldset aria-describedby={faults.scopes ? 'scopes-error' : undefined}>
          <legend className="font-semibold">{t`What it may do`}</legend>
          {scopes.map((scope) => (
            <label className="flex min-h-11 items-center gap-3" key={scope}>
              <input
                checked={entered.scopes.includes(scope)}
                className="size-5 shrink-0 accent-brass"
                onChange={({ target }) =>
                  setValue('scopes', withScope(entered.scopes, scope, target.checked), {
                    shouldValidate: true,
                  })
                }
                type="checkbox"
              />
              <span>{scopeLabels[scope]}</span>
            </label>
          ))}
          <FieldError id="scopes-error" message={faults.scopes?.message ?? refusals.scopes} />
        </fieldset>
        <Select
          {...register('days')}
          choices={[
            { value: '', label: t`Until it is revoked` },
            { value: '30', label: t`30 days` },
            { value: '90', label: t`90 days` },
            { value: '365', label: t`A year` },
          ]}
          isFilter
          label={t`How long it works`}
        />
        <TextArea
          {...register('addresses', {
            onChange: () => setRefusals({}),
          })}
          error={refusedAddress?.[1]}
          hint={t`Addresses or networks such as 203.0.113.0/24, if your program always comes from the same ones`}
          isOptional
          label={t`Only from these addresses`}
          rows={2}
        />
      </div>
    </ProofDialog>
  );
}

function withScope(chosen: readonly KeyScope[], scope: KeyScope, isChosen: boolean): KeyScope[] {
  return keyScopes.filter((one) => (one === scope ? isChosen : chosen.includes(one)));
}
