// biome-ignore-all lint/a11y/noRedundantRoles: CSS sometimes lays the table out as blocks, and browsers then forget its roles unless they are written out.
import { Trans } from '@lingui/react/macro';
import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { roleNames } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailText } from '../../ui/EmailText.tsx';
import { type ListedRole, removalEffectsQuery } from './queries.ts';
import { SellerStatus } from './SellerStatus.tsx';

const captions: Record<ListedRole, string> = textsOf({ seller: msg`Sellers`, buyer: msg`Buyers` });

/** The columns of the specification, in its order, and ours. */
const columns: Record<ListedRole, readonly string[]> = textsOf({
  buyer: [msg`Serial`, msg`Name`, msg`Email`, msg`Role`, msg`Delete`, msg`Data`],
  seller: [msg`Serial`, msg`Name`, msg`Email`, msg`Role`, msg`Delete`, msg`Status`, msg`Data`],
});

/** People in a table of dense rows, which are cards where there is less than 48 rem. */
export function PeopleTable({
  kind,
  users,
  onRemove,
  onExport,
  onNotes,
  onCommission,
  choiceOf,
  ref,
}: {
  kind: ListedRole;
  users: readonly User[];
  /** The admin wants this person deleted. */
  onRemove: (user: User) => void;
  /** The admin wants all that is stored about this person. */
  onExport: (user: User) => void;
  /** The admin wants what was noted about this person. */
  onNotes: (user: User) => void;
  /** The admin wants what the shop keeps of this person's sales; missing for those who may not see it. */
  onCommission?: ((user: User) => void) | undefined;
  /** Chooses a person, to do something with several. */
  choiceOf?: (user: User) => ReactNode;
  ref: Ref<HTMLTableSectionElement>;
}) {
  return (
    <div className="@container">
      <table
        className="relative block w-full @[48rem]:table @[48rem]:rounded-lg @[48rem]:bg-surface @[48rem]:shadow-rest"
        role="table"
      >
        <caption className="sr-only">{captions[kind]}</caption>
        <thead className="sr-only @[48rem]:not-sr-only @[48rem]:table-header-group" role="rowgroup">
          <tr className="@[48rem]:border-b @[48rem]:border-line-strong" role="row">
            {columns[kind].map((header) => (
              <th
                className="px-3 py-2 text-start text-sm font-semibold whitespace-nowrap text-muted"
                key={header}
                role="columnheader"
                scope="col"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block space-y-2 @[48rem]:table-row-group" ref={ref} role="rowgroup">
          {users.map((user, index) => (
            <Person
              choice={choiceOf?.(user)}
              key={user._id}
              kind={kind}
              onExport={() => onExport(user)}
              onCommission={onCommission && (() => onCommission(user))}
              onNotes={() => onNotes(user)}
              onRemove={() => onRemove(user)}
              // Counted through the whole list, however many pages it came in.
              serial={index + 1}
              user={user}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Person({
  user,
  kind,
  serial,
  onRemove,
  onExport,
  onNotes,
  onCommission,
  choice,
}: {
  user: User;
  kind: ListedRole;
  serial: number;
  onRemove: () => void;
  onExport: () => void;
  onNotes: () => void;
  onCommission: (() => void) | undefined;
  choice: ReactNode;
}) {
  const { name, email, role, image, picture } = user;
  return (
    <tr
      className="relative grid grid-cols-[2.75rem_auto_auto_auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-lg border border-line bg-surface p-3 shadow-rest @[48rem]:table-row @[48rem]:rounded-none @[48rem]:border-0 @[48rem]:border-b @[48rem]:bg-transparent @[48rem]:shadow-none @[48rem]:last:border-b-0 @[48rem]:hover:bg-sunken/50"
      role="row"
    >
      <Cell place="col-start-1 row-start-3 text-center text-xs text-muted tabular-nums @[48rem]:text-start @[48rem]:text-sm">
        {serial}
      </Cell>
      <th
        className="col-span-4 col-start-2 row-start-1 min-w-0 text-start leading-tight font-semibold @[48rem]:w-[28%] @[48rem]:px-3 @[48rem]:py-2"
        role="rowheader"
        scope="row"
      >
        <span className="@[48rem]:flex @[48rem]:items-center @[48rem]:gap-3">
          <Avatar
            address={image}
            className="absolute! top-3 start-3 size-11 @[48rem]:relative! @[48rem]:inset-auto @[48rem]:size-9 @[48rem]:text-sm"
            name={name}
            sizes="3rem"
            source={picture}
          />
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        </span>
      </th>
      <Cell place="col-span-4 col-start-2 row-start-2 min-w-0 text-sm wrap-anywhere text-muted @[48rem]:w-[28%] @[48rem]:text-base @[48rem]:text-ink">
        <a className="text-link inline-block min-h-6" href={`mailto:${email}`}>
          <EmailText email={email} />
        </a>
      </Cell>
      <Cell place="col-span-4 col-start-2 row-start-3 text-sm text-muted">{roleNames[role]}</Cell>
      <Cell place="col-start-2 row-start-4 mt-1 whitespace-nowrap">
        <span className="flex items-center gap-2">
          {choice}
          <DeleteButton onRemove={onRemove} user={user} />
        </span>
      </Cell>
      {kind === 'seller' && (
        <Cell place="col-span-3 col-start-2 row-start-5 mt-1 whitespace-nowrap @[30rem]:col-span-1 @[30rem]:col-start-3 @[30rem]:row-start-4">
          <SellerStatus seller={user} />
        </Cell>
      )}
      <Cell place="col-span-4 col-start-2 row-start-6 mt-1 whitespace-nowrap @[36rem]:col-span-1 @[36rem]:col-start-4 @[36rem]:row-start-4">
        <span className="flex flex-wrap gap-2 @[48rem]:min-w-44">
          <Button onClick={onExport} size="small">
            <Trans>
              Download<span className="sr-only"> what is stored about {name}</span>
            </Trans>
          </Button>
          <Button onClick={onNotes} size="small">
            <Trans>
              Notes<span className="sr-only"> on {name}</span>
            </Trans>
          </Button>
          {onCommission && (
            <Button onClick={onCommission} size="small">
              <Trans>
                Commission<span className="sr-only"> of {name}</span>
              </Trans>
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  );
}

/** It is busy while the dialog looks up what deleting the person would end. */
function DeleteButton({
  user: { _id, name },
  onRemove,
}: {
  user: Pick<User, '_id' | 'name'>;
  onRemove: () => void;
}) {
  const isBusy = useIsFetching({ queryKey: removalEffectsQuery(_id).queryKey }) > 0;
  return (
    <Button isBusy={isBusy} onClick={onRemove} size="small" variant="quietDanger">
      <Trans>
        Delete<span className="sr-only"> {name}</span>
      </Trans>
    </Button>
  );
}

function Cell({ place, children }: { place: string; children: ReactNode }) {
  return (
    <td className={`@[48rem]:px-3 @[48rem]:py-2 @[48rem]:align-middle ${place}`} role="cell">
      {children}
    </td>
  );
}
