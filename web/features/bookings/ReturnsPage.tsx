import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { SaleAction } from '#contract/after-sale/sale-step-types.ts';
import { saleStep } from '#contract/after-sale/sale-steps.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { ActionMenu, menuLink } from '../../ui/ActionMenu.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { CardList, DenseCard } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format.ts';
import { PagedList } from '../../ui/PagedList.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { SaleButton } from '../after-sale/SaleButton.tsx';
import { SaleState } from '../after-sale/SaleCard.tsx';
import { SaleDialog } from '../after-sale/SaleDialog.tsx';
import { SendingIncluded } from '../delivery/SendingIncluded.tsx';
import { BookedPicture, ProductLink, partiesOf } from './booking-parts.tsx';
import { returnsQuery } from './queries.ts';

/** Every return of the shop, for admins to decide where seller and buyer do not agree. */
export function ReturnsPage() {
  return (
    <>
      <h1 tabIndex={-1}>{t`Returns`}</h1>
      <p className="mt-1 mb-6 text-muted">
        {t`Sellers answer first. You can answer for them. A return that they contest becomes a dispute.`}
      </p>
      <ReturnList />
    </>
  );
}

function ReturnList() {
  const list = usePagedList(returnsQuery());
  return (
    <PagedList<Booking, { booking: Booking; action: SaleAction }>
      dialog={({ booking, action }, { close, closeAfterChange }) => (
        <SaleDialog
          action={action}
          booking={booking}
          onClose={close}
          onDone={() => closeAfterChange(booking._id)}
          viewer="admin"
        />
      )}
      empty={
        <EmptyState title={t`No returns`}>{t`Nobody has asked to return anything.`}</EmptyState>
      }
      list={list}
      loading={{ label: t`Loading the returns`, rowHeight: 'h-56 sm:h-28' }}
      table={({ items, ref, ask }) => (
        <CardList items={items} name={t`Returns`} ref={ref}>
          {(booking, serial) => (
            <ReturnRow
              booking={booking}
              onAct={(action) => ask({ booking, action })}
              serial={serial}
            />
          )}
        </CardList>
      )}
      things="returns"
    />
  );
}

function ReturnRow({
  booking,
  serial,
  onAct,
}: {
  booking: Booking;
  serial: number;
  onAct: (action: SaleAction) => void;
}) {
  const now = useNow();
  const { _id, name, shipping, total, productId } = booking;
  if (!booking.return) return null;
  const { reason, time } = booking.return;
  const { actions } = saleStep(booking, 'admin', now);
  const [action] = actions;
  return (
    <DenseCard
      actions={
        <div className="flex gap-2 [&>:first-child]:flex-1">
          {action && (
            <SaleButton action={action} isFirst name={name} onPress={onAct} size="small" />
          )}
          {action ? (
            <ActionMenu about={name}>
              <Link {...menuLink} to={paths.payment(_id)}>
                {t`See the sale`}
              </Link>
            </ActionMenu>
          ) : (
            <Link className={buttonStyle('quiet', 'small')} to={paths.payment(_id)}>
              <Trans>
                See the sale<span className="sr-only">{` of ${name}`}</span>
              </Trans>
            </Link>
          )}
        </div>
      }
      facts={[...partiesOf(booking), { name: t`Asked`, value: <Moment at={time} isDay /> }]}
      picture={<BookedPicture booking={booking} />}
      price={formatMoney(total)}
      priceNote={<SendingIncluded shipping={shipping} />}
      serial={serial}
      status={
        <>
          <SaleState booking={booking} viewer="admin" />
          <q className="mt-1 line-clamp-3 wrap-anywhere" dir="auto">
            <span className="sr-only">{t`Reason:`} </span>
            <span>{reason}</span>
          </q>
        </>
      }
      title={<ProductLink name={name} productId={productId} />}
    />
  );
}
