import { z } from 'zod';
import { rootAddress, yesOrNo } from './setting-types.ts';

/** A complete Stripe account. */
export interface StripeSettings {
  secretKey: string;
  /** Public: sent to browsers. */
  publishableKey: string;
  webhookSecret: string;
  /** Whether Stripe mails receipts to buyers. */
  sendsReceipts: boolean;
  /** Another API address than Stripe's, for tests. */
  apiUrl: string | undefined;
}

const beginsWith = (prefixes: string[], message: string) =>
  z.string().refine((value) => prefixes.some((prefix) => value.startsWith(prefix)), message);

/** The settings of the card provider. */
export const cardSettings = {
  CARDS: z
    .enum(['sandbox', 'stripe'], 'must be sandbox or stripe')
    .optional()
    .describe(
      'Who takes the cards: Stripe, or the sandbox, which moves no money. By default `stripe` when `STRIPE_SECRET_KEY` is set, otherwise `sandbox`; with `NODE_ENV=production` one of the two must be set.',
    ),
  STRIPE_SECRET_KEY: beginsWith(
    ['sk_', 'rk_'],
    'must be a secret key of Stripe, which begins with sk_ or rk_',
  )
    .optional()
    .describe(
      'Secret key of your account at Stripe; `STRIPE_PUBLISHABLE_KEY` and `STRIPE_WEBHOOK_SECRET` go with it.',
    ),
  STRIPE_PUBLISHABLE_KEY: beginsWith(
    ['pk_'],
    'must be a publishable key of Stripe, which begins with pk_',
  )
    .optional()
    .describe('Publishable key of that account. It is no secret: browsers get it.'),
  STRIPE_WEBHOOK_SECRET: beginsWith(
    ['whsec_'],
    'must be the signing secret of a webhook endpoint, which begins with whsec_',
  )
    .optional()
    .describe('Signing secret of the webhook endpoint at Stripe.'),
  STRIPE_RECEIPTS: yesOrNo
    .optional()
    .describe('`1` lets Stripe mail buyers its own receipt, in addition to the mails of the shop.'),
  STRIPE_API_URL: rootAddress
    .transform((value) => new URL(value).origin)
    .optional()
    .describe(
      'Another address in the place of Stripe’s, for tests; refused with `NODE_ENV=production`.',
    ),
} as const;

type CardValues = z.output<z.ZodObject<typeof cardSettings>> & { NODE_ENV?: string | undefined };

const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/**
 * Conflicts between the settings, one sentence each.
 * @param isDemo whether the shop shows the demo catalogue
 */
export function findCardFaults(values: CardValues, isDemo: boolean): string[] {
  const isProduction = values.NODE_ENV === 'production';
  const missing = keys.filter((key) => values[key] === undefined);
  const isStripe = values.CARDS === 'stripe' || missing.length < keys.length;
  const faults: string[] = [];
  if (isStripe && missing.length > 0) {
    faults.push(`${missing.join(' and ')} must be set too: Stripe needs ${keys.join(', ')}`);
  }
  if (isProduction && !isStripe && values.CARDS === undefined) {
    faults.push(
      `CARDS is not decided: set ${keys.join(', ')} to take cards by Stripe, or CARDS=sandbox to move no money`,
    );
  }
  if (isProduction && values.STRIPE_API_URL !== undefined) {
    faults.push('STRIPE_API_URL must not be set with NODE_ENV=production');
  }
  return [...faults, ...findModeFaults(values, isDemo)];
}

/** Live and test keys cannot be mixed, and a demo must never charge a real card. */
function findModeFaults(values: CardValues, isDemo: boolean): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = values;
  const isLive = secret?.includes('_live_') ?? false;
  const faults: string[] = [];
  if (secret && publishable && isLive !== publishable.includes('_live_')) {
    faults.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live or both be test keys',
    );
  }
  if (isLive && isDemo && values.CARDS !== 'sandbox') {
    faults.push('STRIPE_SECRET_KEY must not be a live key while the shop shows the demo catalogue');
  }
  return faults;
}

/** The configured account; undefined when the sandbox is the card provider. */
export function readStripeSettings(values: CardValues): StripeSettings | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = values;
  if (values.CARDS === 'sandbox' || !secretKey || !publishableKey || !webhookSecret) {
    return undefined;
  }
  return {
    secretKey,
    publishableKey,
    webhookSecret,
    sendsReceipts: values.STRIPE_RECEIPTS ?? false,
    apiUrl: values.STRIPE_API_URL,
  };
}
