-- Below the tables, which drizzle-kit has written from server/database/schema, stands what it cannot describe: the functions
-- and the column by which products are searched, and the protection of the ledger. Above them are the functions that indexes use.
-- The extensions unaccent and pg_trgm are created before the migrations run (server/database/migrate.ts).
-- Functions name the schemas in which this migration found them, because a generated column is computed under any search_path.
-- Some databases fold capital letters in English only ('C'), or otherwise than elsewhere ('tr_TR'): these name a collation.
do $migration$
declare
  folding text := '';
begin
  if lower('ÄЖΣI') <> 'äжσi' then
    select format(' collate pg_catalog.%I', collname) into folding from pg_catalog.pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
      order by collname limit 1;
  end if;
  execute format($function$
    create function search_plain_text(value text) returns text
    language plpgsql immutable strict parallel safe set search_path from current as $$
    begin
      return translate(lower(unaccent(normalize(value, NFKC))%s), 'ς', 'σ');
    end $$ $function$, coalesce(folding, ''));
end $migration$;
--> statement-breakpoint
-- The words of a plain text, with a space between them. Chinese, Japanese, Thai and their neighbours write none, so that a
-- word would be found only by all that is written around it: of their runs these are the pairs of characters, and each Chinese
-- character alone. Who searches for a part of a run gets what has the pairs of that part.
create function search_spaced(plain text) returns text
language plpgsql immutable strict parallel safe cost 500 as $$
declare
  han constant text := '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f';
  unspaced constant text := han
    || '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uac00-\ud7a3';
  pairs text;
begin
  if plain ~ format('[%s]', unspaced) then
    select string_agg(case when run[1] ~ format('[%s]', unspaced) then (
        select string_agg(substr(run[1], at, 2), ' ') from generate_series(1, greatest(length(run[1]) - 1, 1)) at
      ) else run[1] end, ' ') into pairs
      from regexp_matches(plain, format('[%1$s]+|[^%1$s]+', unspaced), 'g') run;
    plain := pairs || regexp_replace(regexp_replace(plain, format('[^%s]+', han), '', 'g'), '(.)', ' \1', 'g');
  end if;
  return btrim(regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g'));
end $$;
--> statement-breakpoint
-- The words of a text, for the lists in which they are searched by their beginnings (server/database/word-search.ts).
create function search_words(value text) returns text
language plpgsql immutable strict parallel safe cost 1000 set search_path from current as $$
begin
  return search_spaced(search_plain_text(value));
end $$;
--> statement-breakpoint
CREATE TABLE "account_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"identity_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "alert_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "alert_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"due_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_subscriptions_topic_known" CHECK ("alert_subscriptions"."topic" in ('searches', 'wishlist'))
);
--> statement-breakpoint
CREATE TABLE "availability_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_movements" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"source_id" text,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "balance_movements_provider_id_pk" PRIMARY KEY("provider","id"),
	CONSTRAINT "balance_movements_kind_known" CHECK ("balance_movements"."kind" in ('charge', 'refund', 'chargeback', 'payout', 'fee', 'bank', 'other'))
);
--> statement-breakpoint
CREATE TABLE "balance_readings" (
	"provider" text PRIMARY KEY NOT NULL,
	"covered_from" timestamp with time zone NOT NULL,
	"complete_until" timestamp with time zone NOT NULL,
	"compared_until" timestamp with time zone,
	"range_from" timestamp with time zone,
	"range_before" timestamp with time zone,
	"next_page" text,
	CONSTRAINT "balance_readings_whole_range" CHECK (("balance_readings"."range_from" is null) = ("balance_readings"."range_before" is null))
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chargebacks_state_known" CHECK ("chargebacks"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "chargebacks_amounts" CHECK ("chargebacks"."amount_cents" > 0 and "chargebacks"."fee_cents" >= 0),
	CONSTRAINT "chargebacks_closed_has_a_time" CHECK (("chargebacks"."state" = 'open') = ("chargebacks"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "dispute_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_statements_length" CHECK (char_length("dispute_statements"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"opened_at" timestamp with time zone NOT NULL,
	"opened_by" uuid,
	"provider_dispute_id" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"refund_cents" integer,
	"goes_back" boolean,
	"decision_reason" text,
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" in ('open', 'decided')),
	CONSTRAINT "disputes_cause_known" CHECK ("disputes"."cause" in ('return-contested', 'not-received', 'chargeback')),
	CONSTRAINT "disputes_reason_length" CHECK (char_length("disputes"."reason") between 1 and 2000),
	CONSTRAINT "disputes_decided_has_a_decision" CHECK (("disputes"."state" = 'decided') = ("disputes"."decided_at" is not null and "disputes"."refund_cents" is not null and "disputes"."goes_back" is not null)),
	CONSTRAINT "disputes_refund" CHECK ("disputes"."refund_cents" >= 0),
	CONSTRAINT "disputes_decision_reason_length" CHECK (char_length("disputes"."decision_reason") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "evidence_images" (
	"subject_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "evidence_images_subject_id_position_pk" PRIMARY KEY("subject_id","position"),
	CONSTRAINT "evidence_images_position" CHECK ("evidence_images"."position" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "fulfilments" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"method" text,
	"carrier" text,
	"tracking" text,
	"paid_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"return_until" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	"cancel_reason" text,
	"cancellation_requested_at" timestamp with time zone,
	"cancellation_request_reason" text,
	"cancellation_declined_at" timestamp with time zone,
	CONSTRAINT "fulfilments_state_known" CHECK ("fulfilments"."state" in ('awaiting', 'sent', 'received', 'completed', 'returned', 'cancelled')),
	CONSTRAINT "fulfilments_method_known" CHECK ("fulfilments"."method" in ('meeting', 'shipping')),
	CONSTRAINT "fulfilments_sent_has_a_time" CHECK ("fulfilments"."state" <> 'sent' or "fulfilments"."sent_at" is not null and "fulfilments"."carrier" is not null),
	CONSTRAINT "fulfilments_received_has_a_time" CHECK (("fulfilments"."state" <> 'received' or "fulfilments"."received_at" is not null) and ("fulfilments"."received_at" is null) = ("fulfilments"."return_until" is null)),
	CONSTRAINT "fulfilments_completed_has_a_time" CHECK ("fulfilments"."state" <> 'completed' or "fulfilments"."completed_at" is not null),
	CONSTRAINT "fulfilments_returned_has_a_time" CHECK (("fulfilments"."state" = 'returned') = ("fulfilments"."returned_at" is not null)),
	CONSTRAINT "fulfilments_cancelled_has_a_time" CHECK (("fulfilments"."state" = 'cancelled') = ("fulfilments"."cancelled_at" is not null)),
	CONSTRAINT "fulfilments_declined_was_requested" CHECK ("fulfilments"."cancellation_declined_at" is null or "fulfilments"."cancellation_requested_at" is not null),
	CONSTRAINT "fulfilments_text_lengths" CHECK (char_length("fulfilments"."carrier") between 1 and 60 and char_length("fulfilments"."tracking") between 1 and 300 and char_length("fulfilments"."cancel_reason") between 1 and 500 and char_length("fulfilments"."cancellation_request_reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "wrong_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wrong_codes_purpose_known" CHECK ("wrong_codes"."purpose" in ('handover', 'giving-back'))
);
--> statement-breakpoint
CREATE TABLE "auth_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_accounts_account_unique" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_known_devices" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_passkeys_credential_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"by" text NOT NULL,
	"second_factor" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "auth_two_factors_user_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firebase_ended_sessions" (
	"uid" text NOT NULL,
	"began_from" bigint NOT NULL,
	"began_until" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "firebase_ended_sessions_uid_began_from_pk" PRIMARY KEY("uid","began_from")
);
--> statement-breakpoint
CREATE TABLE "firebase_proven_emails" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"proven_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"external_url" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"placeholder" text NOT NULL,
	"bytes" integer NOT NULL,
	"avif" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "images_have_a_size" CHECK ("images"."width" > 0 and "images"."height" > 0 and "images"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_by" uuid,
	"leased_on" text,
	"leased_until" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"last_fault" text,
	"last_error" text,
	"last_items" integer,
	"last_ms" integer,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"booking_id" uuid,
	"ledger_cents" bigint NOT NULL,
	"provider_cents" bigint NOT NULL,
	"explanation" text,
	"moved_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ledger_differences_kind_known" CHECK ("ledger_differences"."kind" in ('charge', 'refund', 'chargeback', 'payout', 'fee', 'bank', 'other')),
	CONSTRAINT "ledger_differences_explanation_known" CHECK ("ledger_differences"."explanation" in ('pending', 'chargeback', 'fee', 'bank')),
	CONSTRAINT "ledger_differences_differ" CHECK ("ledger_differences"."ledger_cents" <> "ledger_differences"."provider_cents")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"booking_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('charge', 'commission', 'release', 'payout', 'payout-failed', 'refund', 'chargeback', 'chargeback-fee', 'reversal')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" > 0),
	CONSTRAINT "ledger_entries_two_accounts" CHECK ("ledger_entries"."debit" <> "ledger_entries"."credit"),
	CONSTRAINT "ledger_entries_currency" CHECK ("ledger_entries"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text,
	"state" text NOT NULL,
	"sealed_details" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_state_known" CHECK ("payout_accounts"."state" in ('incomplete', 'checking', 'ready', 'restricted'))
);
--> statement-breakpoint
CREATE TABLE "payout_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid,
	"user_id" uuid,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "payout_mails_kind_known" CHECK ("payout_mails"."kind" in ('payout-paid', 'payout-failed', 'payout-account-needed', 'payout-account-changed')),
	CONSTRAINT "payout_mails_have_a_reader" CHECK (("payout_mails"."payout_id" is null) <> ("payout_mails"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_reversals_state_known" CHECK ("payout_reversals"."state" in ('started', 'done', 'refused')),
	CONSTRAINT "payout_reversals_amount" CHECK ("payout_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"provider_payout_id" text,
	"reference" text,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"last_error" text,
	"started_by" uuid,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "payouts_state_known" CHECK ("payouts"."state" in ('started', 'taken', 'paid', 'failed')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_paid_has_a_time" CHECK ("payouts"."state" <> 'paid' or "payouts"."paid_at" is not null),
	CONSTRAINT "payouts_failed_has_a_time" CHECK (("payouts"."state" = 'failed') = ("payouts"."failed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "external_ids" (
	"seller_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"product_id" uuid NOT NULL,
	"is_generated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "external_ids_seller_id_external_id_pk" PRIMARY KEY("seller_id","external_id"),
	CONSTRAINT "external_ids_product_id_unique" UNIQUE("product_id"),
	CONSTRAINT "external_ids_length" CHECK (char_length("external_ids"."external_id") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "imported_pictures" (
	"seller_id" uuid NOT NULL,
	"source" text NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "imported_pictures_seller_id_source_pk" PRIMARY KEY("seller_id","source")
);
--> statement-breakpoint
CREATE TABLE "listing_import_files" (
	"import_id" uuid NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"content" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "listing_import_files_import_id_name_pk" PRIMARY KEY("import_id","name")
);
--> statement-breakpoint
CREATE TABLE "listing_import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"generated_id" text NOT NULL,
	"outcome" text,
	"product_id" uuid,
	"errors" jsonb,
	CONSTRAINT "listing_import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "listing_import_rows_outcome_known" CHECK ("listing_import_rows"."outcome" in ('created', 'changed', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "listing_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text DEFAULT '' NOT NULL,
	"delimiter" text DEFAULT ',' NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"active_at" timestamp with time zone,
	CONSTRAINT "listing_imports_state_known" CHECK ("listing_imports"."state" in ('arriving', 'mapping', 'checking', 'checked', 'importing', 'done'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"reader" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"reader_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('booked', 'hold-expiring', 'hold-expired', 'paid', 'return-requested', 'return-refused', 'returned', 'refunded', 'may-cancel', 'cancellation-requested', 'cancellation-declined', 'sale-cancelled', 'sent', 'receipt-assumed-soon', 'received', 'return-window-ending', 'sale-completed', 'return-accepted-soon', 'return-accepted', 'return-contested', 'return-lapsing', 'return-lapsed', 'given-back', 'dispute-opened', 'dispute-answered', 'dispute-decided', 'free-again')),
	CONSTRAINT "mails_reader_known" CHECK ("mails"."reader" in ('buyer', 'seller', 'watcher')),
	CONSTRAINT "mails_watcher_has_an_id" CHECK (("mails"."reader" = 'watcher') = ("mails"."reader_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "event_count_progress" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"counted_from" timestamp with time zone NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	CONSTRAINT "event_count_progress_one_row" CHECK ("event_count_progress"."id" = 1),
	CONSTRAINT "event_count_progress_order" CHECK ("event_count_progress"."counted_from" <= "event_count_progress"."counted_until")
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"listings" integer NOT NULL,
	"bookings" integer NOT NULL,
	"sales" integer NOT NULL,
	"sales_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"sign_ups" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "done_payment_issues" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"done_by" uuid NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "done_payment_issues_id_kind_pk" PRIMARY KEY("id","kind"),
	CONSTRAINT "done_payment_issues_kind_known" CHECK ("done_payment_issues"."kind" in ('refund-stuck', 'refund-failed', 'refunded-elsewhere')),
	CONSTRAINT "done_payment_issues_note_length" CHECK (char_length("done_payment_issues"."note") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"type" text NOT NULL,
	"provider_intent_id" text,
	"provider_dispute_id" text,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"unknown_at" timestamp with time zone,
	CONSTRAINT "payment_intents_state_known" CHECK ("payment_intents"."state" in ('open', 'succeeded', 'cancelled')),
	CONSTRAINT "payment_intents_amount" CHECK ("payment_intents"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"state" text NOT NULL,
	"refund_reason" text,
	"refund_cents" integer,
	"provider_refund_id" text,
	"refund_attempts" integer DEFAULT 0 NOT NULL,
	"refund_tried_at" timestamp with time zone,
	"refund_error" text,
	"refunded_at" timestamp with time zone,
	"elsewhere_cents" integer DEFAULT 0 NOT NULL,
	"elsewhere_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('recorded', 'refund-due', 'refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_refund_amount" CHECK ("payments"."refund_cents" is null or "payments"."refund_cents" between 1 and "payments"."amount_cents"),
	CONSTRAINT "payments_refund_has_a_reason" CHECK ("payments"."state" = 'recorded' or "payments"."refund_reason" is not null),
	CONSTRAINT "payments_refunded_has_a_time" CHECK (("payments"."state" = 'refunded') = ("payments"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_images_position" CHECK ("product_images"."position" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "product_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "product_mails_product_id_unique" UNIQUE("product_id"),
	CONSTRAINT "product_mails_reason_length" CHECK (char_length("product_mails"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"place" text,
	"contest_reason" text,
	"give_back_by" timestamp with time zone,
	"given_back_at" timestamp with time zone,
	"lapsed_at" timestamp with time zone,
	"buyer_keeps_it" boolean DEFAULT false NOT NULL,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "returns_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "returns_state_known" CHECK ("returns"."state" in ('requested', 'accepted', 'contested', 'given-back', 'lapsed', 'refunded')),
	CONSTRAINT "returns_decided_has_a_time" CHECK (("returns"."state" = 'requested') = ("returns"."decided_at" is null)),
	CONSTRAINT "returns_text_lengths" CHECK (char_length("returns"."place") between 1 and 300 and char_length("returns"."contest_reason") between 1 and 2000),
	CONSTRAINT "returns_refunded_has_a_time" CHECK (("returns"."state" = 'refunded') = ("returns"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"product_name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"commission_basis_points" integer DEFAULT 0 NOT NULL,
	"image_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"state" text NOT NULL,
	"hold_expires_at" timestamp with time zone NOT NULL,
	"hold_extended" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"release_reason" text,
	"release_note" text,
	"returned_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookings_state_known" CHECK ("bookings"."state" in ('held', 'paid', 'released', 'returned')),
	CONSTRAINT "bookings_release_reason_known" CHECK ("bookings"."release_reason" in ('expired', 'cancelled', 'deleted', 'declined', 'withdrawn', 'removed')),
	CONSTRAINT "bookings_commission" CHECK ("bookings"."commission_basis_points" between 0 and 10000),
	CONSTRAINT "bookings_price" CHECK ("bookings"."price_cents" > 0),
	CONSTRAINT "bookings_paid_has_a_time" CHECK (("bookings"."state" in ('paid', 'returned')) = ("bookings"."paid_at" is not null)),
	CONSTRAINT "bookings_released_has_a_reason" CHECK (("bookings"."state" = 'released') = ("bookings"."released_at" is not null and "bookings"."release_reason" is not null)),
	CONSTRAINT "bookings_release_note_length" CHECK (char_length("bookings"."release_note") between 1 and 500),
	CONSTRAINT "bookings_returned_has_a_time" CHECK (("bookings"."state" = 'returned') = ("bookings"."returned_at" is not null)),
	CONSTRAINT "bookings_phone_length" CHECK (char_length("bookings"."phone") between 1 and 20),
	CONSTRAINT "bookings_location_length" CHECK (char_length("bookings"."location") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"original_price_cents" integer,
	"category" text,
	"condition" text NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"description" text NOT NULL,
	"purchase_year" integer NOT NULL,
	"image_id" uuid NOT NULL,
	"status" text NOT NULL,
	"sold_booking_id" uuid,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "products_price" CHECK ("products"."price_cents" between 1 and 100000000),
	CONSTRAINT "products_original_price" CHECK ("products"."original_price_cents" is null or "products"."original_price_cents" between 1 and 100000000),
	CONSTRAINT "products_category_known" CHECK ("products"."category" in ('Brass', 'Keyboard', 'Woodwind', 'String', 'Percussion')),
	CONSTRAINT "products_condition_known" CHECK ("products"."condition" in ('Excellent', 'Good', 'Fair')),
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('available', 'advertise', 'sold')),
	CONSTRAINT "products_year" CHECK ("products"."purchase_year" between 1900 and 2099),
	CONSTRAINT "products_name_length" CHECK (char_length("products"."name") between 1 and 120),
	CONSTRAINT "products_phone_length" CHECK (char_length("products"."phone") between 1 and 13),
	CONSTRAINT "products_location_length" CHECK (char_length("products"."location") between 1 and 120),
	CONSTRAINT "products_description_length" CHECK (char_length("products"."description") between 1 and 5000),
	CONSTRAINT "products_sold_by_a_booking" CHECK (("products"."status" = 'sold') = ("products"."sold_booking_id" is not null)),
	CONSTRAINT "products_sold_is_not_withdrawn" CHECK ("products"."status" <> 'sold' or "products"."withdrawn_at" is null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_disputes_state_known" CHECK ("sandbox_disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"booking_id" text NOT NULL,
	"description" text NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"last_refusal" text,
	"challenge" text,
	"challenge_outcome" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_intents_state_known" CHECK ("sandbox_intents"."state" in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
	CONSTRAINT "sandbox_intents_amount" CHECK ("sandbox_intents"."amount_cents" > 0),
	CONSTRAINT "sandbox_intents_refund" CHECK ("sandbox_intents"."refunded_cents" between 0 and "sandbox_intents"."amount_cents" and ("sandbox_intents"."refunded_cents" = 0 or "sandbox_intents"."state" = 'succeeded'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"behaviour" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_accounts_behaviour_known" CHECK ("sandbox_accounts"."behaviour" in ('undecided', 'pays', 'pays-later', 'fails', 'documents'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payouts_state_known" CHECK ("sandbox_payouts"."state" in ('taken', 'paid', 'failed')),
	CONSTRAINT "sandbox_payouts_amount" CHECK ("sandbox_payouts"."amount_cents" > 0),
	CONSTRAINT "sandbox_payouts_reversed" CHECK ("sandbox_payouts"."reversed_cents" between 0 and "sandbox_payouts"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "sandbox_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_reversals_amount" CHECK ("sandbox_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" jsonb NOT NULL,
	"has_alert" boolean NOT NULL,
	"mailed_until" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_searches_name_length" CHECK (char_length("saved_searches"."name") between 1 and 120)
);
--> statement-breakpoint
CREATE TABLE "running_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"secret_check" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"last_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"stem" text NOT NULL,
	"products" integer NOT NULL,
	"names" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"user_id" uuid,
	"lexemes_before" text[],
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_currency" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"code" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_currency_one_row" CHECK ("shop_currency"."is_only"),
	CONSTRAINT "shop_currency_code" CHECK ("shop_currency"."code" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"image_id" uuid,
	"image_url" text,
	"verified_at" timestamp with time zone,
	"email_proven_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"identity_ended_at" timestamp with time zone,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('buyer', 'seller', 'admin')),
	CONSTRAINT "users_name_length" CHECK (char_length("users"."name") between 1 and 100),
	CONSTRAINT "users_email_length" CHECK (char_length("users"."email") between 3 and 254),
	CONSTRAINT "users_one_picture" CHECK ("users"."image_id" is null or "users"."image_url" is null),
	CONSTRAINT "users_only_sellers_verified" CHECK ("users"."verified_at" is null or "users"."role" = 'seller'),
	CONSTRAINT "users_identity_ended_when_removed" CHECK ("users"."identity_ended_at" is null or "users"."removed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "product_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_before_cents" integer,
	"booking_id" uuid,
	"spread_to" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "product_news_kind_known" CHECK ("product_news"."kind" in ('cheaper', 'free'))
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"known_price_cents" integer,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wishlist_news" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"price_before_cents" integer,
	"told_price_cents" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wishlist_news_user_id_product_id_kind_pk" PRIMARY KEY("user_id","product_id","kind"),
	CONSTRAINT "wishlist_news_kind_known" CHECK ("wishlist_news"."kind" in ('cheaper', 'free'))
);
--> statement-breakpoint
ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_identity_id_auth_users_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_subscription_id_alert_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."alert_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_images" ADD CONSTRAINT "evidence_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_known_devices" ADD CONSTRAINT "auth_known_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_passkeys" ADD CONSTRAINT "auth_passkeys_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD CONSTRAINT "ledger_differences_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_pictures" ADD CONSTRAINT "imported_pictures_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_pictures" ADD CONSTRAINT "imported_pictures_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_import_files" ADD CONSTRAINT "listing_import_files_import_id_listing_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."listing_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_import_rows" ADD CONSTRAINT "listing_import_rows_import_id_listing_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."listing_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_import_rows" ADD CONSTRAINT "listing_import_rows_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_imports" ADD CONSTRAINT "listing_imports_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_imports" ADD CONSTRAINT "listing_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "done_payment_issues" ADD CONSTRAINT "done_payment_issues_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "done_payment_issues" ADD CONSTRAINT "done_payment_issues_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_mails" ADD CONSTRAINT "product_mails_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sold_booking_id_bookings_id_fk" FOREIGN KEY ("sold_booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_disputes" ADD CONSTRAINT "sandbox_disputes_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_events" ADD CONSTRAINT "sandbox_events_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payouts" ADD CONSTRAINT "sandbox_payouts_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_reversals" ADD CONSTRAINT "sandbox_reversals_payout_id_sandbox_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."sandbox_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_news" ADD CONSTRAINT "product_news_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_news" ADD CONSTRAINT "product_news_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mails_to_send" ON "account_mails" USING btree ("tried_at" NULLS FIRST) WHERE "account_mails"."sent_at" is null and "account_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "account_mails_given_up" ON "account_mails" USING btree ("id" DESC NULLS FIRST) WHERE "account_mails"."dropped_at" is not null and "account_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX "account_mails_by_identity" ON "account_mails" USING btree ("identity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mails_one_to_send" ON "alert_mails" USING btree ("subscription_id") WHERE "alert_mails"."sent_at" is null and "alert_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alert_mails_to_send" ON "alert_mails" USING btree ("tried_at" NULLS FIRST) WHERE "alert_mails"."sent_at" is null and "alert_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alert_mails_given_up" ON "alert_mails" USING btree ("id" DESC NULLS FIRST) WHERE "alert_mails"."dropped_at" is not null and "alert_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX "alert_mails_by_subscription" ON "alert_mails" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_subscriptions_once" ON "alert_subscriptions" USING btree ("user_id","topic");--> statement-breakpoint
CREATE INDEX "alert_subscriptions_due" ON "alert_subscriptions" USING btree ("topic","due_at") WHERE "alert_subscriptions"."is_on" and "alert_subscriptions"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "availability_alerts_once" ON "availability_alerts" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "availability_alerts_by_user" ON "availability_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "balance_movements_by_reference" ON "balance_movements" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "balance_movements_by_source" ON "balance_movements" USING btree ("provider","source_id");--> statement-breakpoint
CREATE INDEX "balance_movements_by_time" ON "balance_movements" USING btree ("provider","moved_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chargebacks_provider_unique" ON "chargebacks" USING btree ("provider","provider_dispute_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_booking" ON "chargebacks" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("checked_at") WHERE "chargebacks"."state" = 'open';--> statement-breakpoint
CREATE INDEX "dispute_statements_by_dispute" ON "dispute_statements" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_open_per_booking" ON "disputes" USING btree ("booking_id") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_unique" ON "disputes" USING btree ("provider_dispute_id") WHERE "disputes"."provider_dispute_id" is not null;--> statement-breakpoint
CREATE INDEX "disputes_by_booking" ON "disputes" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("id") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "evidence_images_by_image" ON "evidence_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "fulfilments_awaiting" ON "fulfilments" USING btree ("paid_at") WHERE "fulfilments"."state" = 'awaiting';--> statement-breakpoint
CREATE INDEX "fulfilments_sent" ON "fulfilments" USING btree ("sent_at") WHERE "fulfilments"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "fulfilments_received" ON "fulfilments" USING btree ("return_until") WHERE "fulfilments"."state" = 'received';--> statement-breakpoint
CREATE INDEX "wrong_codes_by_booking" ON "wrong_codes" USING btree ("booking_id","purpose","tried_at");--> statement-breakpoint
CREATE INDEX "auth_accounts_by_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_known_devices_by_user" ON "auth_known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_known_devices_by_time" ON "auth_known_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "auth_passkeys_by_user" ON "auth_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_by_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_by_end" ON "auth_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_tries_by_end" ON "auth_tries" USING btree ("ends_at_ms");--> statement-breakpoint
CREATE INDEX "auth_verifications_by_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "auth_verifications_by_end" ON "auth_verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "firebase_ended_sessions_by_end" ON "firebase_ended_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "images_without_avif" ON "images" USING btree ("id") WHERE not "images"."avif";--> statement-breakpoint
CREATE INDEX "images_by_age" ON "images" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "images_by_external_url" ON "images" USING btree ("external_url") WHERE "images"."external_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_open" ON "ledger_differences" USING btree ("provider","kind","reference") WHERE "ledger_differences"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("kind","cause");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_debit" ON "ledger_entries" USING btree ("debit","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_credit" ON "ledger_entries" USING btree ("credit","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_booking" ON "ledger_entries" USING btree ("booking_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_provider_unique" ON "payout_accounts" USING btree ("provider","provider_account_id") WHERE "payout_accounts"."provider_account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_mails_once" ON "payout_mails" USING btree ("payout_id","kind");--> statement-breakpoint
CREATE INDEX "payout_mails_to_send" ON "payout_mails" USING btree ("tried_at" NULLS FIRST) WHERE "payout_mails"."sent_at" is null and "payout_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "payout_mails_given_up" ON "payout_mails" USING btree ("id" DESC NULLS FIRST) WHERE "payout_mails"."dropped_at" is not null and "payout_mails"."last_fault" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reversals_one_started" ON "payout_reversals" USING btree ("payout_id") WHERE "payout_reversals"."state" = 'started';--> statement-breakpoint
CREATE INDEX "payout_reversals_by_payout" ON "payout_reversals" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_started_per_seller" ON "payouts" USING btree ("seller_id") WHERE "payouts"."state" = 'started';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_unique" ON "payouts" USING btree ("provider","provider_payout_id") WHERE "payouts"."provider_payout_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_idempotency" ON "payouts" USING btree ("started_by","idempotency_key") WHERE "payouts"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "payouts_by_seller" ON "payouts" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_by_change" ON "payouts" USING btree ("provider",greatest("created_at", "taken_at", "paid_at", "failed_at"));--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("tried_at" NULLS FIRST) WHERE "payouts"."state" in ('started', 'taken');--> statement-breakpoint
CREATE INDEX "imported_pictures_by_image" ON "imported_pictures" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "listing_import_rows_by_outcome" ON "listing_import_rows" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "listing_imports_by_seller" ON "listing_imports" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "listing_imports_by_age" ON "listing_imports" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_to_send" ON "mails" USING btree ("tried_at" NULLS FIRST) WHERE "mails"."sent_at" is null and "mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "mails_given_up" ON "mails" USING btree ("id" DESC NULLS FIRST) WHERE "mails"."dropped_at" is not null and "mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX "mails_by_booking" ON "mails" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "done_payment_issues_by_payment" ON "done_payment_issues" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_provider_unique" ON "payment_events" USING btree ("provider","provider_event_id");--> statement-breakpoint
CREATE INDEX "payment_events_by_intent" ON "payment_events" USING btree ("provider","provider_intent_id");--> statement-breakpoint
CREATE INDEX "payment_events_refund_failed" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."type" = 'refund.failed';--> statement-breakpoint
CREATE INDEX "payment_events_unsettled" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_provider_unique" ON "payment_intents" USING btree ("provider","provider_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_one_open_per_booking" ON "payment_intents" USING btree ("booking_id") WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_intents_to_check" ON "payment_intents" USING btree ("checked_at" NULLS FIRST) WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_unique" ON "payments" USING btree ("provider","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_standing_per_booking" ON "payments" USING btree ("booking_id") WHERE "payments"."state" = 'recorded';--> statement-breakpoint
CREATE INDEX "payments_by_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_by_product" ON "payments" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "payments_by_buyer" ON "payments" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("refund_tried_at" NULLS FIRST) WHERE "payments"."state" = 'refund-due';--> statement-breakpoint
CREATE INDEX "product_images_by_image" ON "product_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "product_mails_to_send" ON "product_mails" USING btree ("tried_at" NULLS FIRST) WHERE "product_mails"."sent_at" is null and "product_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "product_mails_given_up" ON "product_mails" USING btree ("id" DESC NULLS FIRST) WHERE "product_mails"."dropped_at" is not null and "product_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("requested_at") WHERE "returns"."state" in ('requested', 'accepted');--> statement-breakpoint
CREATE INDEX "returns_requested" ON "returns" USING btree ("requested_at") WHERE "returns"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "returns_to_give_back" ON "returns" USING btree ("give_back_by") WHERE "returns"."state" = 'accepted';--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_live_per_product" ON "bookings" USING btree ("product_id") WHERE "bookings"."state" in ('held', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_idempotency" ON "bookings" USING btree ("buyer_id","idempotency_key") WHERE "bookings"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "bookings_by_buyer" ON "bookings" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_seller" ON "bookings" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_product" ON "bookings" USING btree ("product_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_words" ON "bookings" USING gin (to_tsvector('simple', search_words(product_name || ' ' || buyer_name || ' ' || buyer_email)));--> statement-breakpoint
CREATE INDEX "bookings_by_image" ON "bookings" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "bookings_by_expiry" ON "bookings" USING btree ("hold_expires_at") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "bookings_open_by_price" ON "bookings" USING btree ("buyer_id","price_cents") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "products_idempotency" ON "products" USING btree ("seller_id","idempotency_key") WHERE "products"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "products_advertised" ON "products" USING btree ("id" DESC NULLS FIRST) WHERE "products"."status" = 'advertise' and "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category","id" DESC NULLS FIRST) WHERE "products"."status" <> 'sold' and "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_seller" ON "products" USING btree ("seller_id","id" DESC NULLS FIRST) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_seller_and_status" ON "products" USING btree ("seller_id","status","id" DESC NULLS FIRST) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_words" ON "products" USING gin (to_tsvector('simple', search_words(name))) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_image" ON "products" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "products_by_sold_booking" ON "products" USING btree ("sold_booking_id") WHERE "products"."sold_booking_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_disputes_one_per_intent" ON "sandbox_disputes" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "sandbox_events_to_deliver" ON "sandbox_events" USING btree ("tried_at" NULLS FIRST) WHERE "sandbox_events"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_events_by_intent" ON "sandbox_events" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_intents_idempotency" ON "sandbox_intents" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_idempotency" ON "sandbox_refunds" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_by_intent" ON "sandbox_refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_user" ON "sandbox_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payouts_idempotency" ON "sandbox_payouts" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_reversals_idempotency" ON "sandbox_reversals" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("user_id","query");--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_beginning" ON "search_vocabulary" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_stem" ON "search_vocabulary" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_vocabulary_by_trigrams" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "catalogue_changes_by_time" ON "catalogue_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "catalogue_changes_by_transaction" ON "catalogue_changes" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","id" DESC NULLS FIRST) WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin (to_tsvector('simple', search_words(name || ' ' || email))) WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_removed_by_words" ON "users" USING gin (to_tsvector('simple', search_words(name || ' ' || email))) WHERE "users"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "users_with_identity_to_end" ON "users" USING btree (lower("email")) WHERE "users"."removed_at" is not null and "users"."identity_ended_at" is null;--> statement-breakpoint
CREATE INDEX "users_to_verify" ON "users" USING btree ("id") WHERE "users"."role" = 'seller' and "users"."verified_at" is null and "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_verified" ON "users" USING btree ("id") WHERE "users"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "users_by_image" ON "users" USING btree ("image_id") WHERE "users"."image_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_items_once" ON "wishlist_items" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "wishlist_items_by_user" ON "wishlist_items" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "wishlist_items_unpaid_by_product" ON "wishlist_items" USING btree ("product_id") WHERE "wishlist_items"."paid_at" is null;--> statement-breakpoint
-- The stems of a text. Tokens with digits are there as they are written, joined ('jv1080') and split ('jv', '1080'): so
-- 'FP-30X' is found by 'fp30x' and by 'fp30'. With `joins_spaces` also 'jv 1080' is joined. Most texts have no such token.
create function search_stems(value text, joins_spaces boolean) returns text[]
language plpgsql immutable strict parallel safe cost 1000 set search_path from current as $$
declare
  plain text := search_plain_text(value);
  joined text;
  spaced text;
  split text;
begin
  if plain ~ '[[:alnum:]][-./_][[:alnum:]]' then
    select string_agg(regexp_replace(token[1], '[-./_]', '', 'g'), ' ') into joined
      from regexp_matches(plain, '([[:alnum:]]+(?:[-./_][[:alnum:]]+)+)', 'g') token;
  end if;
  if plain ~ '[[:digit:]]' then
    if joins_spaces then
      select string_agg(token[1] || token[2], ' ') into spaced
        from regexp_matches(plain, '\m([[:alpha:]]{1,4}) ([[:digit:]][[:alnum:]]*)', 'g') token;
    end if;
    select string_agg(concat_ws(' ', token[1], token[2], nullif(token[3], '')), ' ') into split
      from regexp_matches(concat_ws(' ', plain, joined, spaced),
        '\m([[:alpha:]]+)([[:digit:]]+)([[:alpha:]]*)', 'g') token;
  end if;
  return tsvector_to_array(to_tsvector('pg_catalog.english',
    search_spaced(concat_ws(' ', plain, joined, spaced, split))));
end $$;
--> statement-breakpoint
-- The words of a name that have no stem ('the'), each alone and with the next one when that has none either ('the who').
create function search_small_words(name text) returns text[]
language plpgsql immutable strict parallel safe cost 500 set search_path from current as $$
begin
  return array(
    select unnest(case when ts_lexize('pg_catalog.english_stem', next) = '{}'
      then array[word, word || ' ' || next] else array[word] end)
    from (
      select word, lead(word) over (order by position) as next
      from string_to_table(search_words(name), ' ') with ordinality words (word, position)
    ) pairs
    where ts_lexize('pg_catalog.english_stem', word) = '{}');
end $$;
--> statement-breakpoint
-- What a product is found by: its stems, and lexemes with a prefix for filters and orders (server/features/search/lexemes.ts).
create function search_lexemes(id uuid, name text, category text, condition text, location text,
  description text, price_cents integer, purchase_year integer, status text) returns tsvector
language plpgsql immutable parallel safe cost 2000 set search_path from current as $$
declare
  of_name text[] := search_stems(name, true);
  of_place text[] := search_stems(location, false);
  listed_ms bigint := ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint;
  octave integer := length(ltrim(price_cents::bit(32)::text, '0')) - 1;
  price_bin integer := octave * 64 + ((price_cents::bigint << 6) >> octave)::integer - 64;
begin
  return array_to_tsvector(
    of_name || of_place || search_stems(description, false) || coalesce(search_stems(category, false), '{}')
    || array(select 'n:' || stem from unnest(of_name || search_small_words(name)) stem)
    || array(select 'l:' || stem from unnest(of_place) stem)
    || array(select 't' || level || ':' || (listed_ms >> level) from unnest('{22,25,28,31,34,37}'::integer[]) level)
    || array(select 'p' || level || ':' || (price_bin >> level) from unnest('{0,2,4,6}'::integer[]) level)
    || array['o:' || condition, 'y:' || purchase_year, 'd:' || purchase_year / 10]
    || case when category is null then '{}' else array['c:' || category] end
    || case when status = 'advertise' then array['s:advertise'] else '{}' end);
end $$;
--> statement-breakpoint
alter table "products" add column "search_lexemes" tsvector generated always as (search_lexemes(
  "id", "name", "category", "condition", "location", "description", "price_cents", "purchase_year", "status")) stored;
--> statement-breakpoint
-- The planner and server/features/search/frequencies.ts know the frequencies of ten times as many lexemes.
alter table "products" alter column "search_lexemes" set statistics 300;
--> statement-breakpoint
-- Without a pending list, which every search would have to read.
create index "products_by_search" on "products" using gin ("search_lexemes") with (fastupdate = off)
  where "status" <> 'sold' and "withdrawn_at" is null;
--> statement-breakpoint
create index "products_by_price" on "products" ("price_cents", "id" desc nulls first)
  where "status" <> 'sold' and "withdrawn_at" is null;
--> statement-breakpoint
-- What instruments were sold for is looked up by the same lexemes as what is on sale (server/features/search/similar-prices.ts).
create index "products_sold_by_search" on "products" using gin ("search_lexemes") with (fastupdate = off)
  where "status" = 'sold';
--> statement-breakpoint
-- A word and what is left of it without one of its letters. Words that are one edit apart have one of these in common.
create function search_neighbours(word text) returns text[]
language plpgsql immutable strict parallel safe cost 100 as $$
begin
  return array(select overlay(word placing '' from at for 1) from generate_series(1, length(word)) at) || word;
end $$;
--> statement-breakpoint
create index "search_vocabulary_by_neighbours" on "search_vocabulary" using gin (search_neighbours("word"))
  with (fastupdate = off);
--> statement-breakpoint
-- A movement of money is never changed or deleted. PostgreSQL refuses both, also to the owner of the table, unless it grants
-- itself the right again; superusers are not bound.
revoke update, delete, truncate on table "ledger_entries" from public, current_user;
