"""What stands between Flask and the views: requests named, limited, observed; answers with their headers."""
