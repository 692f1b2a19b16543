console.error('404 Error: no page at', location.pathname);
