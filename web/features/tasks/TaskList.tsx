import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { saleTaskText } from '#contract/after-sale/sale-steps.ts';
import type { Role } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import type { Tasks } from '#contract/overview/tasks.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, plural, t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { phoneAddress } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { timeLeft } from '../../ui/time-left.ts';
import { tasksQuery } from './queries.ts';
import { bookingTaskText, otherTaskTexts } from './task-texts.ts';

type Viewer = Pick<User, 'role' | 'areas'>;

/** What waits for the signed-in user, the most urgent first, or the next step for their role. */
export function TaskList({
  user,
  first,
}: {
  user: Viewer;
  /** What there is to do before all of it. */
  first?: ReactNode;
}) {
  const tasks = useQuery(tasksQuery());
  return (
    <section aria-busy={!tasks.data && !tasks.error} aria-labelledby="tasks" className="mt-8">
      <h2 id="tasks">{t`What to do next`}</h2>
      <div className="mt-4 space-y-2">
        {first}
        {tasks.data ? (
          <Found isAll={!first} tasks={tasks.data} user={user} />
        ) : tasks.error ? (
          <ErrorState
            isTrying={tasks.isFetching}
            message={tasks.error.message}
            onTryAgain={() => tasks.refetch()}
            title={t`Your to-do list did not load`}
          />
        ) : (
          <div className="space-y-2">
            {['first', 'second', 'third'].map((place) => (
              <Skeleton className="h-19 w-full" key={place} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Found({
  tasks: { bookings, others, more },
  user,
  isAll,
}: {
  tasks: Tasks;
  user: Viewer;
  isAll: boolean;
}) {
  if (bookings.length + others.length === 0) return isAll && <Nothing user={user} />;
  const urgent = others.filter(({ kind }) => otherTaskTexts[kind].isUrgent);
  const later = others.filter(({ kind }) => !otherTaskTexts[kind].isUrgent);
  return (
    <>
      <ol className="space-y-2">
        {urgent.map((task) => (
          <OtherTask key={task.kind} task={task} />
        ))}
        {bookings.map((task) => (
          <BookingTask key={`${task.kind} ${task.bookingId}`} task={task} />
        ))}
        {later.map((task) => (
          <OtherTask key={task.kind} task={task} />
        ))}
      </ol>
      {more > 0 && (
        <p className="mt-3">
          <Link className="text-link inline-block min-h-6" to={bookingsOfMost(bookings)}>
            {plural(more, { one: 'and # more', other: 'and # more' })}
          </Link>
        </p>
      )}
    </>
  );
}

/** The list of bookings of the side on which most of these tasks are. */
function bookingsOfMost(bookings: Tasks['bookings']): string {
  const ofSeller = bookings.filter(
    ({ kind, person }) => saleTaskText(kind, person).side === 'seller',
  );
  return ofSeller.length * 2 > bookings.length ? paths.bookings('seller') : paths.bookings();
}

function BookingTask({ task }: { task: Tasks['bookings'][number] }) {
  const now = useNow();
  const { kind, person, image, picture, phone, until } = task;
  const { title, text, to } = bookingTaskText(task);
  const { untilText } = saleTaskText(kind, person);
  return (
    <Task
      mark={<Picture address={image} alt="" sizes="4rem" source={picture} />}
      title={title}
      to={to}
    >
      <span>{text}</span>{' '}
      {phone !== undefined && (
        <a className="text-link relative z-10 whitespace-nowrap" href={phoneAddress(phone)}>
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}
      {until !== undefined && (
        <>
          {phone !== undefined && <span> · </span>}
          {isHold(kind) ? (
            <time dateTime={until}>{holdLeft(until, now)}</time>
          ) : (
            <span>
              <span>{untilText}</span> <Moment at={until} />.
            </span>
          )}
        </>
      )}
    </Task>
  );
}

function isHold(kind: Tasks['bookings'][number]['kind']): boolean {
  return kind === 'pay' || kind === 'call-buyer';
}

function holdLeft(until: string, now: Date): string {
  const left = timeLeft(until, now);
  return left === null ? t`The hold has ended` : t`${left} left`;
}

function OtherTask({ task: { kind, count } }: { task: Tasks['others'][number] }) {
  const { title, text, to, icon } = otherTaskTexts[kind];
  return (
    <Task
      mark={
        <span className="grid aspect-4/3 place-items-center rounded-md bg-brass-tint text-brass">
          <Icon className="size-6" name={icon} />
        </span>
      }
      title={title(count)}
      to={to}
    >
      {text}
    </Task>
  );
}

/** The whole row leads to where the task is done. */
function Task({
  mark,
  title,
  to,
  children,
}: {
  mark: ReactNode;
  title: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <li className="relative flex items-center gap-4 rounded-lg border border-line bg-surface p-3 shadow-rest transition hover:shadow-lift">
      <div className="w-16 shrink-0">{mark}</div>
      <div className="min-w-0 flex-1 leading-snug">
        <Link
          className="font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
          to={to}
        >
          {title}
        </Link>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">{children}</p>
      </div>
      <Icon className="size-5 text-brass" name="forward" />
    </li>
  );
}

const nextSteps: Record<Role, { text: string; link: string; to: string }> = textsOf({
  buyer: {
    text: msg`What you book waits for you here until it is paid and in your hands.`,
    link: msg`Browse the shop`,
    to: paths.home(),
  },
  seller: {
    text: msg`When somebody books one of your instruments, it shows up here with the number to call.`,
    link: msg`List another instrument`,
    to: paths.addProduct(),
  },
  admin: {
    text: msg`No seller, dispute or payment is waiting for you.`,
    link: msg`See all bookings`,
    to: paths.allBookings(),
  },
});

function Nothing({ user }: { user: Viewer }) {
  const { text } = nextSteps[user.role];
  const hasBookings = user.role !== 'admin' || mayActIn('cases', user);
  const { link, to } = nextSteps[hasBookings ? user.role : 'buyer'];
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-4 shadow-rest">
      <p>
        <span className="block font-semibold">{t`Nothing to do`}</span>
        <span className="text-muted">{text}</span>
      </p>
      <Link className={buttonStyle('primary')} to={to}>
        {link}
      </Link>
    </div>
  );
}
