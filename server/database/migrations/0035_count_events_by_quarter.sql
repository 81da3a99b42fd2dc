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
