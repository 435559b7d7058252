"""What can go wrong with the site, each said in one line."""


class SiteError(RuntimeError):
    """A build, a file or an address of the site is not usable; the message says why and what to do.

    Examples
    --------
    >>> raise SiteError("port 8000 is taken: try --port 8001")
    Traceback (most recent call last):
        ...
    lnteach.site.errors.SiteError: port 8000 is taken: try --port 8001
    """


class NoSiteError(SiteError):
    """There is no built site to serve."""
