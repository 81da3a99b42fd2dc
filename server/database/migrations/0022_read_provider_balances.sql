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
	"range_from" timestamp with time zone,
	"range_before" timestamp with time zone,
	"next_page" text,
	CONSTRAINT "balance_readings_whole_range" CHECK (("balance_readings"."range_from" is null) = ("balance_readings"."range_before" is null))
);
--> statement-breakpoint
CREATE INDEX "balance_movements_by_reference" ON "balance_movements" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "balance_movements_by_source" ON "balance_movements" USING btree ("provider","source_id");--> statement-breakpoint
CREATE INDEX "balance_movements_by_time" ON "balance_movements" USING btree ("provider","moved_at");