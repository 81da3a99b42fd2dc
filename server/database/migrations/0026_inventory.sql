ALTER TABLE "bookings" DROP CONSTRAINT "bookings_release_reason_known";--> statement-breakpoint
ALTER TABLE "external_ids" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "external_ids" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "external_ids_by_change" ON "external_ids" USING btree ("seller_id","changed_at","external_id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_release_reason_known" CHECK ("bookings"."release_reason" in ('expired', 'cancelled', 'deleted', 'declined', 'withdrawn', 'sold-elsewhere', 'removed')) NOT VALID;