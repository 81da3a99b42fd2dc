import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiKey } from '#contract/keys/keys.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ProofDialog } from '../session/ProofDialog.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { keysQuery, revokeKeyMutation, rotateKeyMutation } from './queries.ts';
import { ShownKey } from './ShownKey.tsx';
import { scopeLabels } from './scope-labels.ts';

type Open = { dialog: 'new' } | { dialog: 'replace' | 'revoke'; key: ApiKey } | { shown: string };

/** The person's keys for programs: makes, replaces and revokes them. A new key is shown once. */
export function Keys({ user }: { user: User }) {
  const keys = useQuery(keysQuery(user.email));
  const [open, setOpen] = useState<Open>();
  const list = useRef<HTMLUListElement>(null);
  const mayMake = user.role !== 'admin' || mayActIn('shop', user);
  const close = () => setOpen(undefined);
  const show = ({ key }: { key: string }) => setOpen({ shown: key });
  if (!keys.data) {
    return keys.error ? (
      <ErrorState
        isTrying={keys.isFetching}
        message={keys.error.message}
        onTryAgain={() => keys.refetch()}
        title={t`Your keys did not load`}
      />
    ) : (
      <Skeleton className="h-18 w-full" />
    );
  }
  return (
    <>
      {keys.data.length > 0 && (
        <ul
          aria-label={t`API keys`}
          className="divide-y divide-line rounded-lg border border-line bg-surface px-4 shadow-rest"
          ref={list}
          tabIndex={-1}
        >
          {keys.data.map((key) => (
            <Row
              key={key._id}
              onReplace={mayMake ? () => setOpen({ dialog: 'replace', key }) : undefined}
              onRevoke={() => setOpen({ dialog: 'revoke', key })}
              of={key}
            />
          ))}
        </ul>
      )}
      {mayMake ? (
        <Button onClick={() => setOpen({ dialog: 'new' })}>{t`Make an API key`}</Button>
      ) : (
        <p>{t`The keys of admins export the records of the shop. That needs the area “Shop”, which an owner can give to you.`}</p>
      )}
      {open && 'shown' in open && <ShownKey onClose={close} value={open.shown} />}
      {open && 'dialog' in open && open.dialog === 'new' && (
        <NewKeyDialog onClose={close} onMade={show} user={user} />
      )}
      {open && 'dialog' in open && open.dialog === 'replace' && (
        <ProofDialog
          confirmLabel={t`Replace the key`}
          confirmVariant="primary"
          email={user.email}
          mutation={rotateKeyMutation()}
          onClose={close}
          onDone={show}
          title={t`Replace the key ${{ name: open.key.name }}?`}
          variables={open.key}
        >
          <p>
            {t`You get a new key that may do the same. The former one works for another day, so that you can change your program without haste.`}
          </p>
        </ProofDialog>
      )}
      {open && 'dialog' in open && open.dialog === 'revoke' && (
        <MutationDialog
          confirmLabel={t`Revoke the key`}
          mutation={revokeKeyMutation()}
          onClose={close}
          onDone={() => {
            close();
            list.current?.focus();
          }}
          success={t`The key is revoked`}
          title={t`Revoke the key ${{ name: open.key.name }}?`}
          variables={open.key}
        >
          <p>{t`Programs that use it stop working at once. This cannot be undone.`}</p>
        </MutationDialog>
      )}
    </>
  );
}

function Row({
  of: key,
  onReplace,
  onRevoke,
}: {
  of: ApiKey;
  /** Missing when its owner may not make a key. */
  onReplace: (() => void) | undefined;
  onRevoke: () => void;
}) {
  const { name, hint, scopes, addresses, time, lastUsedAt, expiresAt } = key;
  return (
    <li className="space-y-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        <bdi className="text-sm text-muted">{`…${hint}`}</bdi>
      </p>
      <p className="text-sm">{scopes.map((scope) => scopeLabels[scope]).join(' · ')}</p>
      {addresses.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          {t`Only from ${{ addresses: addresses.join(', ') }}`}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          <Trans>
            Made <Moment at={time} isDay />
          </Trans>
        </span>
        <span>
          {lastUsedAt === undefined ? (
            t`Never used`
          ) : (
            <Trans>
              Last used <Moment at={lastUsedAt} />
            </Trans>
          )}
        </span>
        {expiresAt !== undefined && (
          <span>
            <Trans>
              Ends <Moment at={expiresAt} />
            </Trans>
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-3">
        {onReplace && (
          <Button onClick={onReplace} size="small">
            {t`Replace`}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button onClick={onRevoke} size="small" variant="quietDanger">
          {t`Revoke`}
          <span className="sr-only"> {name}</span>
        </Button>
      </p>
    </li>
  );
}
