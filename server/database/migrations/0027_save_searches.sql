CREATE TABLE "alert_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone
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
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_subscription_id_alert_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."alert_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mails_one_to_send" ON "alert_mails" USING btree ("subscription_id") WHERE "alert_mails"."sent_at" is null and "alert_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alert_mails_to_send" ON "alert_mails" USING btree ("tried_at" NULLS FIRST) WHERE "alert_mails"."sent_at" is null and "alert_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "alert_mails_by_subscription" ON "alert_mails" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_subscriptions_once" ON "alert_subscriptions" USING btree ("user_id","topic");--> statement-breakpoint
CREATE INDEX "alert_subscriptions_due" ON "alert_subscriptions" USING btree ("topic","due_at") WHERE "alert_subscriptions"."is_on" and "alert_subscriptions"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_once" ON "saved_searches" USING btree ("user_id","query");