ALTER TABLE "payments" ADD COLUMN "elsewhere_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "elsewhere_at" timestamp with time zone;