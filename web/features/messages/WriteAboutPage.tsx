import { useMutation, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { useDashboardUser } from '../../routing/use-dashboard-user.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { bookingQuery } from '../after-sale/queries.ts';
import { productQuery } from '../products/queries.ts';
import { MessageForm } from './MessageForm.tsx';
import { useMessageDraft } from './message-draft.ts';
import { ThreadHead } from './ThreadHead.tsx';
import { startThreadMutation, threadAboutQuery } from './thread-queries.ts';

/**
 * The target of 'Ask the seller' and of the bookings: the conversation about a product, or its first message when there
 * is none yet.
 */
export function WriteAboutPage() {
  const { product: productId = '' } = useParams();
  const [search] = useSearchParams();
  const bookingId = search.get('booking') ?? undefined;
  const { email } = useDashboardUser();
  const about = { productId, ...(bookingId !== undefined && { bookingId }) };
  const known = useQuery(threadAboutQuery(email, about));
  if (known.data) return <Navigate replace to={paths.thread(known.data._id)} />;
  if (known.data === undefined) {
    return (
      <LoadingOrError heading={t`Messages`} label={t`Loading the conversation`} query={known} />
    );
  }
  return bookingId === undefined ? (
    <AskSeller productId={productId} />
  ) : (
    <WriteAboutBooking bookingId={bookingId} productId={productId} />
  );
}

function AskSeller({ productId }: { productId: string }) {
  const query = useQuery(productQuery(productId));
  const { data } = query;
  const isHeld = useIsAhead(data?.heldUntil ?? null);
  if (!data) return <LoadingOrError heading={t`Ask the seller`} query={query} />;
  const { name, image, picture, price, status, sellerName } = data;
  const state = status === 'sold' ? 'sold' : isHeld ? 'held' : 'on-sale';
  return (
    <FirstMessage
      about={{ productId }}
      product={{ _id: productId, name, image, picture, price, state }}
      title={t`Ask the seller`}
      to={sellerName}
    />
  );
}

function WriteAboutBooking({ productId, bookingId }: { productId: string; bookingId: string }) {
  const query = useQuery(bookingQuery(bookingId));
  const { email } = useDashboardUser();
  const { data } = query;
  if (!data) return <LoadingOrError heading={t`Messages`} query={query} />;
  const { name, image, picture, price, state, buyerName, sellerName, buyerEmail } = data;
  const isBuyer = buyerEmail.toLowerCase() === email.toLowerCase();
  const listing = state === 'paid' ? 'sold' : state === 'held' ? 'held' : 'on-sale';
  return (
    <FirstMessage
      about={{ productId, bookingId }}
      product={{ _id: productId, name, image, picture, price, state: listing }}
      title={isBuyer ? t`Write to the seller` : t`Write to the buyer`}
      to={isBuyer ? sellerName : buyerName}
    />
  );
}

function FirstMessage({
  title,
  to,
  product,
  about,
}: {
  title: string;
  to: string;
  product: Parameters<typeof ThreadHead>[0]['product'];
  about: { productId: string; bookingId?: string };
}) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(startThreadMutation());
  const draft = useMessageDraft(`about.${about.bookingId ?? about.productId}`);
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <ThreadHead product={product} />
      <p className="mt-6 text-muted">
        {t`${to} reads your message here, and gets an email that there is one. Bookings, payments and returns through the shop are protected; what you agree elsewhere is not.`}
      </p>
      <MessageForm
        draft={draft}
        onSend={async (text) => {
          const body = { ...about, text };
          const idempotencyKey = draft.keyFor(body);
          const { insertedId } = await mutateAsync({ ...body, idempotencyKey });
          await navigate(paths.thread(insertedId), { replace: true });
        }}
        to={to}
      />
    </>
  );
}
